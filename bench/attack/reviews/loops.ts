import { flag, open, recall, sendBack, submitAll } from '../../../worker/src/testing/sections.ts'
import { day, rows, send } from '../../../worker/src/testing/work.ts'
import { attack, type Trial } from '../lib/attack.ts'
import { countAudit, countRows } from '../lib/database.ts'
import { atOnce, drain } from '../lib/requests.ts'
import { comment, newReview, promise, type Review, submitAt } from './work.ts'

/** What one side of a review can do again and again, and what the other side gets of it. */

/** More than anyone changes their mind. */
const TRIES = 60
/** How many of the tries may succeed. */
const MAX_ALLOWED = 30

/** Repeats requests until one is refused. @returns how many were accepted */
async function untilRefused(t: Trial, what: string, request: (i: number) => Promise<Response>): Promise<number> {
  for (let i = 0; i < TRIES; i++) {
    const response = await request(i)
    await drain(response)
    if (response.ok) continue
    t.check(response.status === 429, `${what}: ${response.status}`)
    t.check(Number(response.headers.get('retry-after')) > 0, `${what}: does not say when to try again`)
    return i
  }
  t.check(false, `${what}: ${TRIES} in a row`)
  return TRIES
}

attack('submitting and taking back, promising and withdrawing without end', async (t) => {
  const review = await newReview()
  const { bookkeeper, client, first, workform } = review
  const taken = await untilRefused(t, 'taking back', async (i) => {
    const response = await recall(client, first.id, 1 + i * 2)
    if (response.ok) await drain(submitAt(review, 2 + i * 2))
    return response
  })
  t.check(taken < MAX_ALLOWED, `${taken} times taken back`)
  const promised = await untilRefused(t, 'promising', (i) => promise(client, review, day(1 + (i % 6))))
  t.check(promised < MAX_ALLOWED, `${promised} promises`)
  const path = `/api/portal/workforms/${workform.id}/commitment`
  await t.refuses('withdrawing', send(client, 'DELETE', path), 'too_many_requests')
  const { userId } = bookkeeper
  t.check((await countRows('commitments WHERE bookkeeper_id = ?', userId)) === 1, 'more than one promise is kept')
  const digests = await countRows('mail_digests WHERE address = ?', bookkeeper.email)
  t.check(digests <= 3, `${digests} mails to the bookkeeper are waiting`)
  t.notes.push(`${taken} times taken back, ${promised} promises`)
})

attack('asking for a submission many times at once', async (t) => {
  const { bookkeeper, client, first } = await newReview()
  await drain(open(bookkeeper, first.id, 1))
  await atOnce(20, () => drain(recall(client, first.id, 1, 'recall-request')))
  t.check((await countAudit('section.recall_requested', first.id)) === 1, 'one request is recorded again and again')
  const bell = await drain(bookkeeper.fetch('/api/notifications'))
  t.check(bell.split('Change requested').length === 2, 'one request is more than one notification')
})

/** Returns whether a reminder asks for a section. */
async function isAskedFor({ bookkeeper, client }: Review, section: string): Promise<boolean> {
  const text = await drain(bookkeeper.fetch(`/api/follow-ups/clients/${client.clientId}/reminder`))
  return (JSON.parse(text) as { text: string }).text.includes(section)
}

attack('a flood of comments and questions', async (t) => {
  const review = await newReview()
  const { bookkeeper, client, first } = review
  const statuses = await atOnce(160, async (i) => {
    const response = await comment(client, review, `Question ${i}`, { awaits_answer: true })
    await drain(response)
    return response.status
  })
  t.check(statuses.includes(429), '160 comments at once are accepted')
  const digests = await countRows('mail_digests WHERE address = ?', bookkeeper.email)
  const mails = await countRows("outbox WHERE kind = 'mail' AND recipient = ?", `mail:${bookkeeper.email}`)
  t.check(digests + mails <= 4, `${digests + mails} mails to the bookkeeper`)
  t.check(await isAskedFor(review, 'Second'), 'a question about one section holds the reminders of another')
  const text = await drain(bookkeeper.fetch(`/api/chat/sections/${first.id}/comments`))
  t.check(text.length < 500_000, `the comments have ${text.length} characters`)
})

/** Kilobytes that one mail, notification or webhook of a review may have. */
const MAX_KB = { mail: 60, notification: 2 }

attack('the largest review', async (t) => {
  const text = 'W'.repeat(500)
  const named = ['name', 'mail'].map((id) => ({ id, name: id, section: 'First' }))
  const others = Array.from({ length: 300 }, (_, i) => ({
    id: `q${i}`,
    name: `${i} ${text.slice(0, 190)}`,
    section: 'First',
  }))
  const review = await newReview(undefined, [
    ...named,
    { id: 'scan', name: 'Scan', type: 'file', section: 'First' },
    ...others,
  ])
  const { bookkeeper, client, first } = review
  const note = { reason: 'someone_else', note: text } as const
  await t.accepts('taking it back', recall(client, first.id, 1))
  const non_answers = Object.fromEntries(others.map(({ id }) => [id, note]))
  await t.accepts('non-answers', submitAll(client, first.id, { answers: { name: 'x' }, non_answers }, 2))
  const flags = review.workform.fields.map(({ id }) => flag(id, 'other', text))
  await t.accepts('sending everything back', sendBack(bookkeeper, first.id, 3, flags))
  const [notification] = await rows<{ n: number }>(
    'SELECT max(length(message)) AS n FROM book_client_notifications WHERE client_id = ?',
    client.clientId,
  )
  t.check((notification?.n ?? 0) < MAX_KB.notification * 1000, `a notification has ${notification?.n} characters`)
  await t.accepts('a reminder', send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [client.clientId] }))
  const [mail] = await rows<{ n: number }>(
    `SELECT max(length(payload)) AS n FROM outbox WHERE kind = 'mail' AND recipient = ?`,
    `mail:${client.email}`,
  )
  t.check((mail?.n ?? 0) < MAX_KB.mail * 1000, `a mail has ${mail?.n} characters`)
  for (const path of ['/api/portal/workforms', `/api/portal/sections/${first.id}`])
    await t.accepts(path, client.fetch(path))
  for (const path of ['/api/submissions', `/api/sections/${first.id}/attempts`, `/api/sections/${first.id}/history`])
    await t.accepts(path, bookkeeper.fetch(path))
})
