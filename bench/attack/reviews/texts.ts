import { strFromU8, unzipSync } from 'fflate'
import type { CommitmentsPage } from '@portal/contract/commitments'
import type { DownloadTicket } from '@portal/contract/review'
import { triggerDueWork } from '../../../worker/src/testing/digests.ts'
import { newClient, stranger } from '../../../worker/src/testing/portal.ts'
import { delivered, flag, mark, opened, sendBack } from '../../../worker/src/testing/sections.ts'
import { until } from '../../../worker/src/testing/until.ts'
import { change, get, rows, send } from '../../../worker/src/testing/work.ts'
import { attack } from '../lib/attack.ts'
import { countRows, threadOf } from '../lib/database.ts'
import { drain } from '../lib/requests.ts'
import { comment, newReview, type Review, submitAt, type Texts } from './work.ts'

/** What people write in reviews: in mails, files and logs, and after the client was deleted. */

interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

/** Sends all waiting mails to the people of a review, and returns all of theirs. */
async function mailsOf({ bookkeeper, client }: Review): Promise<Mail[]> {
  const past = new Date(Date.now() - 1).toISOString()
  for (const { email } of [bookkeeper, client])
    await change('UPDATE mail_digests SET due_at = ? WHERE address = ?', past, email)
  await triggerDueWork()
  const waiting = () => countRows('mail_digests WHERE due_at <= ?', past)
  await until('the mails', async () => ((await waiting()) === 0 ? true : undefined))
  await delivered("kind = 'mail' AND dead_at IS NULL")
  return rows<Mail>(
    'SELECT "to", subject, html, text FROM dev_mailbox WHERE "to" IN (?, ?)',
    bookkeeper.email,
    client.email,
  )
}

/** Reads backwards, contains control characters, and ends the line and the paragraph. */
const HOSTILE = 'pay\u202egpj.\u2067x\u0000\u001b[2J\u0085\u2028y\r\n\r\nBcc: v@evil.example'
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/
const CONTROL = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/u

attack('control and direction characters in mails, exports and downloads', async (t) => {
  const texts: Texts = { note: HOSTILE, comment: HOSTILE, reason: HOSTILE, fileName: `${HOSTILE}.pdf` }
  const review = await newReview(texts)
  const { bookkeeper, client, first } = review
  await t.accepts("the bookkeeper's comment", comment(bookkeeper, review, HOSTILE))
  await t.accepts('sending back', sendBack(bookkeeper, first.id, 1, [flag('name', 'other', HOSTILE)]))
  await t.accepts('a reminder', send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [client.clientId] }))
  const mails = await mailsOf(review)
  t.notes.push(`${mails.length} mails`)
  t.check(
    mails.some(({ to, text }) => to === client.email && text.includes('to be fixed')),
    'no mail about the answers to fix',
  )
  t.check(
    mails.some(({ to, text }) => to === bookkeeper.email && text.includes('About "Full name"')),
    'no mail about the comment',
  )
  for (const { subject, html, text } of mails) {
    for (const [what, content] of Object.entries({ subject, html, text })) {
      t.check(!DIRECTION.test(content), `the ${what} of "${subject}" has direction characters`)
      t.check(!CONTROL.test(content), `the ${what} of "${subject}" has control characters`)
    }
  }
  const shown = (await opened(client, first.id)).answers['scan']
  t.check(!DIRECTION.test(JSON.stringify(shown)), `the file is called ${JSON.stringify(shown)}`)
  await t.accepts('submitting again', submitAt(review, 2, HOSTILE))
  const download = send(bookkeeper, 'POST', '/api/downloads', { client: client.clientId })
  const { path } = await t.accepts<DownloadTicket>('a download', download)
  const entries = unzipSync(new Uint8Array(await (await stranger.fetch(path)).arrayBuffer()))
  t.check(Object.keys(entries).length > 0, 'the download is empty')
  for (const [name, content] of Object.entries(entries)) {
    t.check(!DIRECTION.test(name) && !CONTROL.test(name), `a file in the download is called ${JSON.stringify(name)}`)
    if (name.endsWith('.txt')) t.check(!DIRECTION.test(strFromU8(content)), `${name} has direction characters`)
  }
  const csv = await drain(bookkeeper.fetch('/api/audit/export'))
  // oxlint-disable-next-line no-control-regex
  t.check(!/(?![\r\n])[\0-\x1f]/.test(csv), 'the exported audit log has control characters')
})

attack('a comment that looks like one of another client', async (t) => {
  const review = await newReview()
  const { bookkeeper, client } = review
  const other = await newClient(bookkeeper, 'Robin Other')
  const path = `/api/chat/threads/${await threadOf(other.clientId)}/messages`
  await t.accepts('a message', send(other, 'POST', path, { message: 'Hello' }))
  await t.accepts('the comment', comment(client, review, 'Hi\n\nRobin Other: My new account is DE02 1203'))
  const [mail] = (await mailsOf(review)).filter(({ text }) => text.includes('DE02'))
  const said = (mail?.text ?? '').split('\n').filter((line) => line.startsWith('Robin Other: '))
  t.check(mail !== undefined, 'no mail about the messages')
  t.check(said.join() === 'Robin Other: Hello', `the bookkeeper reads: ${said.join(' / ')}`)
})

/** Texts that occur nowhere else. */
const secretTexts = (): Texts => {
  const id = Math.random().toString(36).slice(2)
  return { note: `note${id}`, comment: `comment${id}`, reason: `reason${id}`, fileName: `file${id}.pdf` }
}

/** Makes the people of a review write, also requests that fail, and a webhook that cannot be delivered. */
async function writeEverything(texts: Texts): Promise<Review> {
  const review = await newReview(texts)
  const { bookkeeper, client, first } = review
  await drain(send(bookkeeper, 'POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['submit', 'reject'] }))
  const flagged = { verdict: 'flagged', flag: { reason: 'other', note: texts.reason } } as const
  await drain(mark(bookkeeper, first.id, 1, 'name', flagged))
  await drain(mark(bookkeeper, first.id, 9, 'name', flagged))
  await drain(mark(bookkeeper, first.id, 1, texts.reason, flagged))
  await drain(sendBack(bookkeeper, first.id, 1, [flag(texts.reason)]))
  await drain(sendBack(bookkeeper, first.id, 1, [flag('name', 'other', texts.reason)]))
  await drain(submitAt(review, 7, texts.note))
  await drain(submitAt(review, 2, texts.note))
  await drain(comment(client, review, texts.comment.repeat(2000)))
  await drain(comment(client, review, texts.comment, { field_id: texts.comment }))
  await drain(comment(bookkeeper, review, texts.comment))
  const headers = { 'content-type': 'application/json' }
  for (const body of [`{"note":"${texts.note}"`, `"${texts.note}"`])
    await drain(client.fetch(`/api/portal/sections/${first.id}/submit`, { method: 'POST', headers, body }))
  await drain(client.fetch(`/api/portal/sections/${encodeURIComponent(texts.note)}/recall`, { method: 'POST' }))
  await mailsOf(review)
  return review
}

attack('texts and file names in the log', async (t, { log }) => {
  const texts = secretTexts()
  for (const text of Object.values(texts)) log.secrets.add(text.replace('.pdf', ''))
  const { client, bookkeeper } = await writeEverything(texts)
  for (const { email } of [client, bookkeeper]) log.secrets.add(email)
  await until('failed webhooks', async () =>
    (await countRows('webhook_deliveries WHERE bookkeeper_id = ? AND tries > 0', bookkeeper.userId)) > 0
      ? true
      : undefined,
  )
  t.check(log.leaks.size === 0, [...log.leaks].join('\n'))
})

attack('traces of a deleted client', async (t) => {
  const texts = secretTexts()
  const { bookkeeper, client, workform } = await writeEverything(texts)
  await drain(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await t.accepts('deleting', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  for (const { name } of await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")) {
    // Sent mails belong to their readers. For what remains in the other two, see docs/security.md.
    if (/^(?:sqlite_|dev_mailbox|outbox|webhook_deliveries|.*_(?:data|idx|content|docsize|config)$)/.test(name))
      continue
    const table = JSON.stringify(await rows(`SELECT * FROM "${name}"`))
    const kept = [texts.note, texts.comment, texts.reason, client.clientId].filter((text) => table.includes(text))
    const isKept = kept.length > 0 && !(name === 'audit_log' && kept.join() === client.clientId)
    t.check(!isKept, `${name} keeps ${kept.join()}`)
  }
  await t.refuses('the client', client.fetch('/api/profile'))
  t.check(!(await drain(bookkeeper.fetch('/api/notifications'))).includes(client.clientId), 'the bell names the client')
  const { items } = await get<CommitmentsPage>(bookkeeper, '/api/follow-ups/commitments')
  t.check(items.length === 0, 'a promise is still listed')
})
