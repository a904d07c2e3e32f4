import type { SectionAttempts } from '@portal/contract/answer-review'
import { uuidv7 } from '../../worker/src/ids.ts'
import { type Caller, stranger } from '../../worker/src/testing/portal.ts'
import {
  answerRecall,
  decide,
  draft,
  flag,
  mark,
  open,
  opened,
  recall,
  sendBack,
  uploaded,
} from '../../worker/src/testing/sections.ts'
import { get, rows, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows, snapshot, versionOf } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'
import { bookkeepers, clients, comment, newReview, outsidersOf, type Review, submitAt } from './reviews/work.ts'

/** Answer reviews: of others, sent again, at the same time, and repeated without end. */

/** Changes that the portal makes by itself. */
const BY_ITSELF = /^(?:mail_digests|reply_addresses|agent_clients|follow_ups|webhook_deliveries)/
async function changesOf({ bookkeeper, client, first, file }: Review): Promise<() => Promise<string[]>> {
  const changes = await snapshot([first.id, client.clientId, file], bookkeeper.firmId)
  return async () => (await changes()).filter((line) => !BY_ITSELF.test(line))
}

/** What only the people of a review may read. */
const secretsOf = ({ client, first, file }: Review) => [first.id, client.email, file, 'Ask Morgan', 'Page 2 is missing']

/** Expects that a request is refused, and reveals nothing. */
async function refuse(t: Trial, what: string, review: Review, request: Promise<Response>): Promise<void> {
  const response = await request
  const text = await response.text()
  const secret = secretsOf(review).find((value) => text.includes(value))
  t.check(
    response.status >= 400 && response.status < 500 && !secret,
    `${what}: ${response.status} ${text.slice(0, 120)}`,
  )
}

/** Lists in which a review of others could appear. */
const LISTS = {
  bookkeeper: [
    '/api/submissions',
    '/api/notifications',
    '/api/follow-ups/commitments',
    '/api/follow-ups/commitments?show=past',
    '/api/clients',
    '/api/audit',
    '/api/chat/threads',
  ],
  client: ['/api/portal/workforms', '/api/notifications', '/api/chat/threads'],
}

attack('reviews, promises and comments of others', async (t) => {
  const review = await newReview()
  const { bookkeeper, client, first, file } = review
  await drain(open(bookkeeper, first.id, 1))
  const page2 = { verdict: 'flagged', flag: { reason: 'incomplete', note: 'Page 2 is missing' } } as const
  await t.accepts('a mark', mark(bookkeeper, first.id, 1, 'scan', page2))
  await t.accepts('the request', recall(client, first.id, 1, 'recall-request'))
  const changes = await changesOf(review)
  for (const [who, caller] of Object.entries(await outsidersOf(review))) {
    for (const [what, request] of Object.entries({ ...bookkeepers(review, 1), ...clients(review, 1) }))
      await refuse(t, `${what} by ${who}`, review, request(caller))
    for (const path of ['', '/preview'])
      await refuse(t, `the file by ${who}`, review, caller.fetch(`/api/files/${file}${path}`))
    await refuse(t, `comments by ${who}`, review, caller.fetch(`/api/chat/sections/${first.id}/comments`))
    await refuse(t, `a comment by ${who}`, review, comment(caller, review, 'Mine'))
    for (const path of [...LISTS.bookkeeper, ...LISTS.client]) {
      const text = await drain(caller.fetch(path))
      t.check(!secretsOf(review).some((value) => text.includes(value)), `${path} of ${who} reveals the review`)
    }
  }
  for (const [what, request] of Object.entries(bookkeepers(review, 1)))
    await refuse(t, `${what} by the client`, review, request(client))
  for (const [what, request] of Object.entries(clients(review, 1)))
    await refuse(t, `${what} by the bookkeeper`, review, request(bookkeeper))
  for (const path of [...LISTS.client, `/api/portal/sections/${first.id}`]) {
    const text = await drain(client.fetch(path))
    t.check(!text.includes('Page 2 is missing'), `${path} shows the client a flag before it is sent`)
  }
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
})

/** The statuses with which people get a file. */
const fileFor = async (people: Record<string, Caller>, id: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(people).map(async ([who, caller]) => {
        const response = await caller.fetch(`/api/files/${id}`)
        await drain(response)
        return [who, response.status] as const
      }),
    ),
  )

attack('files of earlier submissions', async (t) => {
  const review = await newReview()
  const { bookkeeper, client, first, file } = review
  const people: Record<string, Caller> = { bookkeeper, client, ...(await outsidersOf(review)) }
  const expectFor = async (when: string, id: string, expected: Record<string, number>) => {
    for (const [who, status] of Object.entries(await fileFor(people, id))) {
      const right = expected[who] ?? (people[who] === stranger ? 401 : 404)
      t.check(status === right, `${when}: ${status} for ${who}, not ${right}`)
    }
  }
  await t.accepts('taking it back unopened', recall(client, first.id, 1))
  await expectFor('taken back', file, { client: 200 })
  await t.accepts('submitting again', submitAt(review, 2))
  await t.accepts('sending back', sendBack(bookkeeper, first.id, 3, [flag('scan')]))
  const other = await uploaded(client, first.id, 'other.pdf')
  await expectFor('not submitted yet', other.id, { client: 200 })
  await t.accepts('removing', send(client, 'DELETE', `/api/portal/files/${file}`))
  await expectFor('replaced', file, { bookkeeper: 200 })
  await t.refuses('submitting a replaced file', submitAt(review, 4))
  await t.refuses('removing it again', send(client, 'DELETE', `/api/portal/files/${file}`))
  await t.accepts('the new file', submitAt({ ...review, file: other.id }, 4))
  const { items } = await get<SectionAttempts>(bookkeeper, `/api/sections/${first.id}/attempts`)
  const kept = items.flatMap((item) => item.files.map(({ id, is_kept }) => `${id === file} ${is_kept}`))
  t.check(kept.join() === 'false true,true true', `the attempts have files ${kept.join()}`)
  await t.accepts('approving', decide(bookkeeper, 'approve', first.id, { version: 5 }))
  await expectFor('approved', file, {})
  await expectFor('approved', other.id, { bookkeeper: 200, client: 200 })
})

attack('the requests of three submissions, sent again', async (t) => {
  const review = await newReview()
  const { bookkeeper, client, first, file } = review
  const sent: { what: string; send: (key?: string) => Promise<Response>; key: string; answer: string }[] = []
  const run = async (what: string, request: (key?: string) => Promise<Response>) => {
    const key = uuidv7()
    const response = await request(key)
    const answer = await drain(response)
    t.check(response.ok, `${what}: ${answer}`)
    sent.push({ what, send: request, key, answer })
  }
  const { id } = first
  for (let version = 1; version < 12; version += 4) {
    await run('recall', (key) => recall(client, id, version, 'recall', key))
    await run('submit', (key) => submitAt(review, version + 1, 'Ask Morgan', key))
    await drain(open(bookkeeper, id, version + 2))
    await run('request', (key) => recall(client, id, version + 2, 'recall-request', key))
    await run('decline', (key) => answerRecall(bookkeeper, id, version + 2, false, key))
    await run('send back', (key) => sendBack(bookkeeper, id, version + 2, [flag('name')], key))
    await run('submit again', (key) => submitAt(review, version + 3, 'Ask Robin', key))
  }
  const changes = await changesOf(review)
  for (const { what, send: request, key, answer } of sent) {
    await t.refuses(`${what}, again`, request())
    const repeated = await request(key)
    const text = await drain(repeated)
    t.check(repeated.ok && text === answer, `${what}, repeated with its key: ${repeated.status} ${text.slice(0, 120)}`)
  }
  for (const version of [0, 1, 5, 12, 14, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    for (const [what, request] of Object.entries({ ...bookkeepers(review, version) })) {
      if (what.startsWith('its ')) continue
      await t.refuses(`${what} at version ${version}`, request(bookkeeper), 'stale', 'invalid_input')
    }
    await t.refuses(`taking back version ${version}`, recall(client, id, version), 'stale', 'invalid_input')
  }
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
  t.check((await countRows('files WHERE id = ? AND state = ?', file, 'stored')) === 1, 'the file is gone')
})

/** Facts about a section that must fit together. */
const FACTS = `SELECT b.status, w.status AS shown, b.submitted_at IS NOT NULL AS submitted,
    (SELECT count(*) FROM section_attempts a WHERE a.assignment_id = b.id AND a.outcome IS NULL) AS waiting,
    EXISTS (SELECT 1 FROM section_drafts d WHERE d.assignment_id = b.id) AS draft,
    (SELECT count(*) FROM section_reviews r WHERE r.assignment_id = b.id AND r.recall_requested_at IS NOT NULL) AS asked
  FROM book_client_workforms b
  JOIN workform_section_statuses w ON w.submission_id = b.submission_id AND w.section_name = b.section_name
  WHERE b.id = ?`
const WAITING = ['pending_review', 'submitted']

attack('opening, marking, deciding and taking back at the same time', async (t) => {
  const won = new Map<string, number>()
  for (let round = 0; round < 12; round++) {
    const review = await newReview()
    const { bookkeeper, client, first } = review
    if (round % 3 === 2) {
      await drain(open(bookkeeper, first.id, 1))
      await drain(recall(client, first.id, 1, 'recall-request'))
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
    const at = (i: number) => names[(i * 3 + round) % names.length] ?? ''
    const responses = await atOnce(names.length * 2, async (i) => {
      const response = await requests[at(i)]?.()
      await response?.text()
      return { name: at(i), ok: response?.ok === true, status: response?.status ?? 0 }
    })
    t.check(
      responses.every(({ status }) => status < 500),
      responses.map(({ name, status }) => `${name} ${status}`).join(),
    )
    const decided = responses.filter(({ name, ok }) => ok && !['open', 'mark', 'draft'].includes(name))
    t.check(decided.length === 1, `${decided.map(({ name }) => name).join()} succeeded`)
    for (const { name } of decided) won.set(name, (won.get(name) ?? 0) + 1)
    t.check((await versionOf(first.id)) === 2, `version ${await versionOf(first.id)} after one decision`)
    const [facts] = await rows<Record<string, string | number>>(FACTS, first.id)
    const isWaiting = WAITING.includes(String(facts?.['shown']))
    const fits = facts?.['waiting'] === Number(isWaiting) && facts['asked'] === 0
    t.check(fits, `round ${round}: ${JSON.stringify(facts)}`)
    const text = JSON.stringify(await opened(client, first.id))
    const isKept = decided[0]?.name === 'reject' || text.includes(review.file)
    t.check(isKept, `round ${round}: the file is lost after ${decided[0]?.name}`)
  }
  t.notes.push([...won].map(([name, n]) => `${name} ${n}`).join(', '))
})
