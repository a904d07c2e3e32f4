import type { ClientFollowUps } from '@portal/contract/agent'
import type { FileAnswer } from '@portal/contract/fields'
import { safeFileName } from '@portal/contract/files'
import { realDocx, realPdf } from '@portal/contract/testing/real-files'
import {
  newBookkeeper,
  newClient,
  type TestBookkeeper,
  type TestClient,
  unique,
} from '../../../worker/src/testing/portal.ts'
import { submit } from '../../../worker/src/testing/sections.ts'
import { assigned, change, day, newWorkform, rows, send } from '../../../worker/src/testing/work.ts'

/** A firm in which every text that a person can enter is markup. Each has a number, by which it is known where it is shown. */

// What a page, a link, a template, a mark-down reader or a reader of the other direction could take for its own.
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

/** Hands out markup, and remembers what it stands for. */
export class Markup {
  readonly given = new Map<string, string>()
  private next = 1000

  /** A hostile text for something that a person enters. */
  text(what: string): string {
    const n = this.next++
    const text = (VECTORS[n % VECTORS.length] ?? String)(n)
    this.given.set(text, what)
    return text
  }

  /** A hostile name of a file, as the portal keeps it. */
  fileName(what: string): string {
    const text = this.text(what)
    this.given.delete(text)
    this.given.set(safeFileName(text), what)
    return safeFileName(text)
  }
}

/** Whom the pages are opened as. */
export interface MarkupWorld {
  bookkeeper: TestBookkeeper
  client: TestClient
  /** What was entered, with what it is, and that is to be seen somewhere. */
  markup: Markup
}

const NEVER_MIND = 'never mind'

function fieldsOf(markup: Markup, templateFile: FileAnswer, help = NEVER_MIND) {
  const section = markup.text('the name of a section')
  const label = (type: string) => ({ id: type, name: markup.text(`the label of a ${type} field`), type, section })
  return [
    { ...label('short-text'), helpText: markup.text(help) },
    label('long-text'),
    label('email'),
    label('number'),
    label('date'),
    { ...label('dropdown'), options: [markup.text('an option'), 'B'] },
    { ...label('checkbox'), options: [markup.text('a choice'), 'B'] },
    label('file'),
    { ...label('download-reupload'), instructionText: markup.text(help), templateFile },
  ]
}

const must = async (what: string, answer: Response | Promise<Response>): Promise<Response> => {
  const response = await answer
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`)
  return response
}

async function uploadedTo(
  client: TestClient,
  id: string,
  field: string,
  name: string,
  body: BodyInit,
): Promise<FileAnswer> {
  const path = `/api/portal/sections/${id}/files?${new URLSearchParams({ field, name })}`
  return (await (await must('upload', client.fetch(path, { method: 'POST', body }))).json()) as FileAnswer
}

async function answered(
  client: TestClient,
  markup: Markup,
  id: string,
  fields: readonly { id: string; options?: string[] | undefined }[],
) {
  const option = (field: string) => fields.find((f) => f.id === field)?.options?.[0] ?? ''
  const page = `<script>canary(1)</script>`
  return {
    'short-text': markup.text('an answer'),
    'long-text': `${markup.text('a long answer')}\n${'W'.repeat(300)}`,
    email: `x'onclick=canary'@evil.example`,
    number: '5',
    dropdown: option('dropdown'),
    checkbox: [option('checkbox')],
    file: [
      await uploadedTo(client, id, 'file', `${markup.fileName('the name of a file')}.txt`, page),
      await uploadedTo(
        client,
        id,
        'file',
        `${markup.fileName('the name of a PDF')}.pdf`,
        realPdf(markup.text(NEVER_MIND), '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>'),
      ),
    ],
    'download-reupload': [
      await uploadedTo(
        client,
        id,
        'download-reupload',
        `${markup.fileName('the name of a document')}.docx`,
        realDocx(),
      ),
    ],
  }
}

/** Makes the firm, and all that happens in it, over the API. */
export async function newMarkupWorld(): Promise<MarkupWorld> {
  const markup = new Markup()
  const bookkeeper = await newBookkeeper(undefined, markup.text('the name of a bookkeeper'))
  const client = await newClient(bookkeeper, markup.text('the name of a client'))
  await change(
    'UPDATE book_clients SET phone = ?, company = ? WHERE id = ?',
    markup.text('a phone').slice(0, 40),
    markup.text('a company'),
    client.clientId,
  )
  await must(
    'profile',
    send(bookkeeper, 'PATCH', '/api/profile', {
      name: bookkeeper.name,
      company: markup.text('the company of a bookkeeper'),
      time_zone: 'UTC',
    }),
  )
  await must(
    'sender',
    send(bookkeeper, 'PUT', '/api/firm-mail/sender', {
      sender_name: `"'&canary(3)`,
      reply_to: `o'canary'@example.com`,
    }),
  )
  await must(
    'webhook',
    send(bookkeeper, 'POST', '/api/webhooks', {
      url: `http://127.0.0.1:9/<img/src=x/onerror=canary(5)>`,
      events: ['created', 'submit'],
    }),
  )
  const template = (await (
    await must(
      'template',
      bookkeeper.fetch(
        `/api/templates/files?${new URLSearchParams({ name: `${markup.fileName('the name of a template')}.pdf` })}`,
        {
          method: 'POST',
          body: realPdf(),
        },
      ),
    )
  ).json()) as FileAnswer
  const fields = fieldsOf(markup, template, 'a help text or an instruction')
  const workform = await newWorkform(bookkeeper, {
    name: markup.text('the name of a workform'),
    description: markup.text('the description of a workform'),
    fields,
  })
  const clients = [{ client_id: client.clientId, due_date: day(3) }]
  await must(
    'assign',
    send(bookkeeper, 'POST', '/api/assignments', {
      workform_id: workform.id,
      clients,
      notes: `Please be friendly. ${markup.text(NEVER_MIND)}`,
    }),
  )
  const [section] = await rows<{ id: string }>(
    'SELECT id FROM book_client_workforms WHERE client_id = ?',
    client.clientId,
  )
  const id = section?.id ?? ''
  await must('submit', submit(client, id, await answered(client, markup, id, fields)))
  await must(
    'reject',
    send(bookkeeper, 'POST', `/api/sections/${id}/reject`, {
      version: 1,
      reason: markup.text('the reason of a rejection'),
    }),
  )
  // A second workform is submitted and waits, a third is open.
  const second = await newWorkform(bookkeeper, {
    name: markup.text('the name of a second workform'),
    fields: fieldsOf(markup, template),
  })
  await assigned(bookkeeper, second, [client.clientId])
  const [waiting] = await rows<{ id: string }>('SELECT id FROM book_client_workforms WHERE workform_id = ?', second.id)
  await must(
    'submit',
    submit(client, waiting?.id ?? '', await answered(client, markup, waiting?.id ?? '', second.fields)),
  )
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  for (const who of [client, bookkeeper]) {
    await must(
      'message',
      send(who, 'POST', `/api/chat/threads/${thread?.id}/messages`, { message: markup.text('a message') }),
    )
  }
  await followUps(bookkeeper, client, markup)
  // Another client of that name is there to be edited and deleted.
  await must(
    'client',
    send(bookkeeper, 'POST', '/api/clients', {
      name: markup.text('the name of another client'),
      email: `${unique('other')}@example.com`,
      phone: '1',
      company: markup.text('another company'),
    }),
  )
  for (const [text, what] of markup.given) if (what === NEVER_MIND) markup.given.delete(text)
  return { bookkeeper, client, markup }
}

async function followUps(bookkeeper: TestBookkeeper, client: TestClient, markup: Markup): Promise<void> {
  const path = `/api/follow-ups/clients/${client.clientId}`
  const plan = (await (await must('plan', bookkeeper.fetch(path))).json()) as ClientFollowUps
  const next = plan.upcoming.find((item) => item.kind === 'message')
  if (!next) throw new Error('no follow-up is planned')
  const edited = { subject: markup.text('the subject of a follow-up'), text: markup.text('the text of a follow-up') }
  await must('follow-up', send(bookkeeper, 'PUT', `${path}/days/${next.day}`, edited))
}
