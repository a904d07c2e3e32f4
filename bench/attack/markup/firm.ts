import type { ClientFollowUps } from '@portal/contract/agent'
import { safeFileName } from '@portal/contract/files'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { realDocx, realPdf } from '@portal/contract/testing/real-files'
import { good } from '../../../worker/src/testing/accounts.ts'
import { newBookkeeper, newClient, unique } from '../../../worker/src/testing/portal.ts'
import { decided, flag, mark, recall, sendBack, submitAll, uploaded } from '../../../worker/src/testing/sections.ts'
import { assigned, change, day, newWorkform, sectionsOf, send } from '../../../worker/src/testing/work.ts'
import { threadOf } from '../lib/database.ts'

/** A firm in which every text that a person can enter is markup, numbered so that pages show which one it is. */

// Markup for pages, links, templates, Markdown and bidirectional text.
const VECTORS: readonly ((n: number) => string)[] = [
  (n) => `<img src=x onerror=canary(${n})>`,
  (n) => `"><svg/onload=canary(${n})>`,
  (n) => `'"><script>canary(${n})</script>`,
  (n) => `</textarea></title><script>canary(${n})</script>`,
  (n) => `javascript:canary(${n})//`,
  (n) => `{{constructor.constructor('canary(${n})')()}}`,
  (n) => `[x](javascript:canary(${n})) http://evil.example/${n}`,
  (n) => `<a href=javascript:canary(${n})>x</a>`,
  (n) => `<iframe srcdoc='<script>parent.canary(${n})</script>'>`,
  (n) => `<style>@import'//evil.example/${n}'</style>`,
  (n) => `$&$'\`<b onmouseover=canary(${n})>\u2067x\u2069`,
]

/** Texts of markup by what they are used for, if a page shows them. */
export const shownTexts = new Map<string, string>()

let next = 1000
/** Returns new markup. @param use what the text is used for, if a page shows it */
export function markup(use?: string): string {
  const n = next++
  const text = (VECTORS[n % VECTORS.length] ?? String)(n)
  if (use) shownTexts.set(text, use)
  return text
}

/** Returns new markup as the portal stores the name of a file. */
export function fileName(use: string): string {
  const name = safeFileName(markup())
  shownTexts.set(name, use)
  return name
}

export const bookkeeper = await newBookkeeper(undefined, markup('the name of a bookkeeper'))
export const client = await newClient(bookkeeper, markup('the name of a client'))
const call = <T>(method: string, path: string, body: unknown) => good<T>(send(bookkeeper, method, path, body))

await change(
  'UPDATE book_clients SET phone = ?, company = ? WHERE id = ?',
  markup('a phone').slice(0, 40),
  markup('a company'),
  client.clientId,
)
const company = markup('the company of a bookkeeper')
await call('PATCH', '/api/profile', { name: bookkeeper.name, company, time_zone: 'UTC' })
await call('PUT', '/api/firm-mail/sender', { sender_name: `"'&canary(3)`, reply_to: `o'canary'@example.com` })
const webhook = 'http://127.0.0.1:9/<img/src=x/onerror=canary(5)>'
await call('POST', '/api/webhooks', { url: webhook, events: ['created', 'submit'] })
const templateQuery = new URLSearchParams({ name: `${fileName('the name of a template')}.pdf` })
const templateFile = await good(
  bookkeeper.fetch(`/api/templates/files?${templateQuery}`, { method: 'POST', body: realPdf() }),
)

type Field = { id: string; options?: string[]; [setting: string]: unknown }

function fieldsWith(helpUse?: string): Field[] {
  const section = markup('the name of a section')
  const field = (type: string) => ({ id: type, name: markup(`the label of a ${type} field`), type, section })
  return [
    { ...field('short-text'), helpText: markup(helpUse) },
    ...['long-text', 'email', 'number', 'date'].map(field),
    { ...field('dropdown'), options: [markup('an option'), 'B'] },
    { ...field('checkbox'), options: [markup('a choice'), 'B'] },
    field('file'),
    { ...field('download-reupload'), instructionText: markup(helpUse), templateFile },
  ]
}

const SCRIPT = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'

/**
 * Submits markup in each field of an assigned workform.
 * @param note the client's note about a question that has no answer, if a page shows it
 * @returns the section's id
 */
async function submitMarkup(workform: { id: string }, fields: readonly Field[], note?: string) {
  const [section] = await sectionsOf(client.clientId, workform.id)
  const id = section?.id ?? ''
  const file = (use: string, extension: string, body: BodyInit, field = 'file') =>
    uploaded(client, id, `${fileName(use)}.${extension}`, body, field)
  const option = (field: string) => fields.find((f) => f.id === field)?.options?.[0] ?? ''
  const answers = {
    'short-text': markup('an answer'),
    'long-text': `${markup('a long answer')}\n${'W'.repeat(300)}`,
    email: `x'onclick=canary'@evil.example`,
    number: '5',
    dropdown: option('dropdown'),
    checkbox: [option('checkbox')],
    file: [
      await file('the name of a file', 'txt', '<script>canary(1)</script>'),
      await file('the name of a PDF', 'pdf', realPdf(markup(), SCRIPT)),
    ],
    'download-reupload': [await file('the name of a document', 'docx', realDocx(), 'download-reupload')],
  }
  await good(
    submitAll(client, id, { answers, non_answers: { date: { reason: 'dont_have', note: note ?? markup() } } }, 0),
  )
  return id
}

const fields = fieldsWith('a help text or an instruction')
const rejected = await newWorkform(bookkeeper, {
  name: markup('the name of a workform'),
  description: markup('the description of a workform'),
  fields,
})
const notes = `Please be friendly. ${markup()}`
const clients = [{ client_id: client.clientId, due_date: day(3) }]
// Without confirmed preferences the agent would ask about the notes instead of planning.
const preferences = NO_PREFERENCES
await call('POST', '/api/assignments', { workform_id: rejected.id, clients, notes, preferences })
const section = await submitMarkup(rejected, fields)
await decided(bookkeeper, 'reject', section, { version: 1, reason: markup('the reason of a rejection') })

const moreFields = fieldsWith()
const waiting = await newWorkform(bookkeeper, {
  name: markup('the name of a second workform'),
  fields: moreFields,
})
await assigned(bookkeeper, waiting, [client.clientId])
const reviewed = await submitMarkup(waiting, moreFields, markup('the note about a missing answer'))
const flagged = flag('email', 'other', markup('what is wrong with an answer under review'))
await good(mark(bookkeeper, reviewed, 1, 'email', { verdict: 'flagged', flag: flagged.flag }))
await good(recall(client, reviewed, 1, 'recall-request'))

const fixFields = fieldsWith()
const returned = await newWorkform(bookkeeper, { name: markup('the name of a third workform'), fields: fixFields })
await assigned(bookkeeper, returned, [client.clientId])
const toFix = await submitMarkup(returned, fixFields)
const wrong = flag('short-text', 'other', markup('what is wrong with an answer'))
await good(sendBack(bookkeeper, toFix, 1, [wrong]))

const messages = `/api/chat/threads/${await threadOf(client.clientId)}/messages`
for (const who of [client, bookkeeper]) {
  await good(send(who, 'POST', messages, { message: markup('a message') }))
  const comment = { message: markup('a comment on an answer'), about: toFix, field_id: 'short-text' }
  await good(send(who, 'POST', messages, comment))
}
const followUps = `/api/follow-ups/clients/${client.clientId}`
const { upcoming } = await good<ClientFollowUps>(bookkeeper.fetch(followUps))
const followUp = upcoming.find((item) => item.kind === 'message')
if (!followUp) throw new Error('no follow-up is planned')
const subject = markup('the subject of a follow-up')
await call('PUT', `${followUps}/days/${followUp.day}`, { subject, text: markup('the text of a follow-up') })
// A client who has not signed up, to be edited and deleted.
await call('POST', '/api/clients', {
  name: markup('the name of another client'),
  email: `${unique('other')}@example.com`,
  phone: '1',
  company: markup('another company'),
})
