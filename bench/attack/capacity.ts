import { request } from 'node:http'
import { newBookkeeper, newClient, stranger, unique } from '../../worker/src/testing/portal.ts'
import { change, createdClient, send, textField } from '../../worker/src/testing/work.ts'
import { type Attack, Trial } from './attack.ts'
import { many } from './races/race.ts'
import type { Target } from './lib/target.ts'

/** What one person or firm can use up of what everybody shares: mails, memory, the database, the portal's good name. */

/** Mails to strangers that a firm may cause on its first day, at the very most. */
const FIRST_DAY = 200
const ONE_ADDRESS = 25
const drain = (answer: Response): Promise<string> => answer.text()

/** A new account mails a thousand strangers, and one stranger a hundred times. */
async function relay(): Promise<Attack> {
  const trial = new Trial('a new firm that mails strangers')
  const bookkeeper = await newBookkeeper()
  let mailed = 0
  let refused: Response | undefined
  for (let i = 0; i < 400; i++) {
    const answer = await send(bookkeeper, 'POST', '/api/clients', {
      name: 'Ann',
      email: `${unique('spam')}@example.com`,
      phone: '1',
    })
    if (answer.ok) mailed++
    else refused ??= answer.clone()
    await drain(answer)
  }
  trial.must(mailed <= FIRST_DAY, `${mailed} strangers were mailed on a firm's first day`)
  if (refused) {
    trial.must(Number(refused.headers.get('retry-after')) > 0, 'the limit does not say when to come back')
    await trial.refused('the invitation beyond the limit', refused, 'invitation_limit', 'too_many_requests')
  }
  const other = await newBookkeeper()
  const email = `${unique('victim')}@example.com`
  for (let i = 0; i < 60; i++) {
    const answer = await send(other, 'POST', '/api/clients', { name: 'Ann', email, phone: '1' })
    const { id } = answer.ok ? ((await answer.json()) as { id: string }) : { id: '' }
    if (id) await send(other, 'DELETE', `/api/clients/${id}`).then(drain)
  }
  const n = await many("FROM outbox WHERE kind = 'mail' AND recipient = ?", `mail:${email}`)
  trial.must(n <= ONE_ADDRESS, `one address got ${n} mails by making a client again and again`)
  return trial.result('checks')
}

/** What a portal answers to headers that announce a large body, before the body comes. */
function beforeBody(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<number | 'waits for the body'> {
  return new Promise((resolve) => {
    const asked = request(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 60_000_000, ...headers },
    })
    const timer = setTimeout(() => end('waits for the body'), 5000)
    const end = (outcome: number | 'waits for the body'): void => {
      clearTimeout(timer)
      asked.destroy()
      resolve(outcome)
    }
    asked.on('response', ({ statusCode = 0 }) => end(statusCode))
    asked.on('error', () => end(0))
    asked.write('"'.padEnd(65_536, 'x'))
  })
}

/** Bodies without end, from people who are not signed in. */
async function bodies({ url }: Target): Promise<Attack> {
  const trial = new Trial('large bodies of strangers')
  for (const path of [
    '/dev/follow-ups',
    '/dev/mailbox',
    '/api/clients',
    '/api/assignments',
    '/api/remotes/mf-clients/versions',
    '/api/no-such',
  ]) {
    const outcome = await beforeBody(url, path, {})
    trial.must(outcome !== 'waits for the body', `${path} waits for 60 MB of somebody it does not know`)
  }
  for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
    const answer = await stranger.fetch(path)
    trial.must(answer.status === 404, `${path} answers ${answer.status} in production`)
    await drain(answer)
  }
  return trial.result('requests')
}

/** One signed-in person writes as fast as possible; other firms go on working. */
async function starve(): Promise<Attack> {
  const trial = new Trial('one person who takes up all writes')
  const client = await newClient(await newBookkeeper())
  const other = await newBookkeeper()
  await newClient(other)
  const flood = Array.from({ length: 1400 }, (_, i) =>
    send(client, 'PUT', '/api/mail/settings', { kind: 'decisions', on: i % 2 === 0 }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  const outcomes: number[] = []
  for (let i = 0; i < 20; i++) {
    const answer = await send(other, 'POST', '/api/workforms', {
      name: unique('Workform'),
      fields: [textField('a', 'First')],
    })
    outcomes.push(answer.status)
    await drain(answer)
  }
  const own = await Promise.all(flood)
  trial.must(
    outcomes.every((status) => status < 400),
    `another firm's writes were answered ${[...new Set(outcomes)].join(', ')} meanwhile`,
  )
  trial.must(
    own.some((status) => status === 429),
    '1,400 requests of one person at once: none was told to slow down',
  )
  return trial.result('checks')
}

/** What grows without end, or is made anew for everybody who asks. */
async function growth(): Promise<Attack> {
  const trial = new Trial('what grows without end, or is made anew each time')
  const bookkeeper = await newBookkeeper()
  const at = new Date().toISOString()
  const entry = `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, detail, at)
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    SELECT 'growth-' || ?1 || '-' || i, ?1, ?2, 'bookkeeper', 'client.updated', 'client', 'x', '{}', ?3 FROM n`
  await change(entry, bookkeeper.firmId, bookkeeper.userId, at).catch(() => undefined)
  const exports = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await send(bookkeeper, 'GET', '/api/audit/export')
      await drain(answer)
      return answer.status
    }),
  )
  const answered = exports.filter((status) => status === 200).length
  trial.must(answered < 40, 'a firm exports its whole audit log as often as it likes')
  const client = await createdClient(bookkeeper)
  const ids = (n: number) => Array.from({ length: 200 }, (_, i) => `message:${n}-${i}`)
  for (let n = 0; n < 10; n++) await send(bookkeeper, 'POST', '/api/notifications/read', { ids: ids(n) }).then(drain)
  const n = await many('FROM notification_reads WHERE user_id = ?', bookkeeper.userId)
  trial.must(n < 1500, `one person keeps ${n} ids of notifications that never were`)
  trial.must(client.id !== '', 'no client can be created')
  return trial.result('checks')
}

/** The attacks of this part. */
export async function attackCapacity(target: Target): Promise<Attack[]> {
  return [await bodies(target), await starve(), await relay(), await growth()]
}
