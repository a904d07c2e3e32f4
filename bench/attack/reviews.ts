import { good } from '../../worker/src/testing/accounts.ts'
import {
  answerRecall,
  decide,
  draft,
  flag,
  mark,
  newWork,
  open,
  opened,
  recall,
  sendBack,
  submit,
  submitAll,
  uploaded,
} from '../../worker/src/testing/sections.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { versionOf } from './lib/database.ts'
import { atOnce } from './lib/requests.ts'

/** Reviews of answers: everything that both sides can do at the same time, and the largest one. */

/** Facts about a section that must fit together. */
const FACTS = `SELECT w.status AS shown,
    (SELECT count(*) FROM section_attempts a WHERE a.assignment_id = b.id AND a.outcome IS NULL) AS waiting,
    (SELECT count(*) FROM section_reviews r WHERE r.assignment_id = b.id AND r.recall_requested_at IS NOT NULL) AS asked
  FROM book_client_workforms b
  JOIN workform_section_statuses w ON w.submission_id = b.submission_id AND w.section_name = b.section_name
  WHERE b.id = ?`
const WAITING = ['pending_review', 'submitted']
/** Requests that do not end the review. */
const UNDECIDED = ['open', 'mark', 'draft']

attack('opening, marking, deciding and taking back at the same time', async (t) => {
  const won = new Map<string, number>()
  for (let round = 0; round < 12; round++) {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }, 0))
    if (round % 3 === 2) {
      await good(open(bookkeeper, first.id, 1))
      await good(recall(client, first.id, 1, 'recall-request'))
    }
    const requests: Record<string, () => Promise<Response>> = {
      recall: () => recall(client, first.id, 1),
      open: () => open(bookkeeper, first.id, 1),
      mark: () => mark(bookkeeper, first.id, 1, 'name', { verdict: 'accepted' }),
      'send back': () => sendBack(bookkeeper, first.id, 1, [flag('scan')]),
      return: () => answerRecall(bookkeeper, first.id, 1, true),
      approve: () => decide(bookkeeper, 'approve', first.id, { version: 1 }),
      reject: () => decide(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' }),
      draft: () => draft(client, first.id, { name: 'Bob' }, 0),
    }
    // The bookkeeper would almost always be first with all of them.
    const names = Object.keys(requests).filter((name) => round % 2 === 0 || !['open', 'mark', 'approve'].includes(name))
    const responses = await atOnce(names.length * 2, async (i) => {
      const name = names[(i * 3 + round) % names.length] ?? ''
      const response = await requests[name]?.()
      await response?.text()
      return { name, ok: response?.ok === true, status: response?.status ?? 0 }
    })
    t.check(!responses.some(({ status }) => status >= 500), JSON.stringify(responses))
    const decided = responses.filter(({ name, ok }) => ok && !UNDECIDED.includes(name)).map(({ name }) => name)
    t.check(decided.length === 1, `${decided.join()} succeeded`)
    for (const name of decided) won.set(name, (won.get(name) ?? 0) + 1)
    t.check((await versionOf(first.id)) === 2, `version ${await versionOf(first.id)} after one decision`)
    const [facts] = await rows<{ shown: string; waiting: number; asked: number }>(FACTS, first.id)
    const fits = facts?.waiting === Number(WAITING.includes(facts?.shown ?? '')) && facts.asked === 0
    t.check(fits, `round ${round}: ${JSON.stringify(facts)}`)
    const isKept = decided[0] === 'reject' || JSON.stringify(await opened(client, first.id)).includes(file.id)
    t.check(isKept, `round ${round}: the file is lost after ${decided[0]}`)
  }
  t.notes.push([...won].map(([name, n]) => `${name} ${n}`).join(', '))
})

/** Most characters of a mail and a notification. */
const MAX = { mail: 60_000, notification: 2000 }

attack('the largest review', async (t) => {
  const text = 'W'.repeat(500)
  const fields = Array.from({ length: 300 }, (_, i) => ({
    id: `q${i}`,
    name: `${i} ${text.slice(0, 190)}`,
    section: 'A',
  }))
  const { bookkeeper, client, first } = await newWork(fields)
  const note = { reason: 'someone_else', note: text } as const
  const non_answers = Object.fromEntries(fields.map(({ id }) => [id, note]))
  await t.accepts('non-answers', submitAll(client, first.id, { answers: {}, non_answers }, 0))
  const flags = fields.map(({ id }) => flag(id, 'other', text))
  await t.accepts('sending everything back', sendBack(bookkeeper, first.id, 1, flags))
  await t.accepts('a reminder', send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [client.clientId] }))
  const [notification] = await rows<{ n: number }>(
    'SELECT max(length(message)) AS n FROM book_client_notifications WHERE client_id = ?',
    client.clientId,
  )
  t.check((notification?.n ?? 0) < MAX.notification, `a notification has ${notification?.n} characters`)
  const [mail] = await rows<{ n: number }>(
    "SELECT max(length(payload)) AS n FROM outbox WHERE kind = 'mail' AND recipient = ?",
    `mail:${client.email}`,
  )
  t.check((mail?.n ?? 0) < MAX.mail, `a mail has ${mail?.n} characters`)
  for (const path of ['/api/portal/workforms', `/api/portal/sections/${first.id}`])
    await t.accepts(path, client.fetch(path))
  for (const path of ['/api/submissions', `/api/sections/${first.id}/attempts`, `/api/sections/${first.id}/history`])
    await t.accepts(path, bookkeeper.fetch(path))
})
