import { NO_FAULT } from './actors/user.ts'
import { checkAll } from './checks/index.ts'
import type { Scenario } from './scenario.ts'

/** Moves the first entry to the end. */
const reorder = (list: unknown[] = []) => list.push(...list.splice(0, 1))
const sql =
  (...statements: string[]) =>
  ({ portal }: Scenario) =>
    portal.database.batch(statements, 'write')

const SUBMISSION = `(SELECT id FROM audit_log WHERE action = 'section.submitted' ORDER BY seq LIMIT 1)`
const FORGE = `UPDATE audit_log SET actor_id = 'x' WHERE id = ${SUBMISSION}`

/** Checks, with a loss or change of data that each must detect. */
const SABOTAGES: readonly [check: string, apply: (scenario: Scenario) => unknown][] = [
  ['live events', ({ tabs }) => tabs[0]?.connection.events.splice(3, 1)],
  ['live event order', ({ tabs }) => reorder(tabs[1]?.connection.events)],
  ['mails', ({ portal }) => portal.mail.requests.shift()],
  ['webhooks', ({ portal }) => [...portal.webhooks.values()][0]?.requests.shift()],
  ['webhook order', ({ portal }) => reorder([...portal.webhooks.values()][1]?.requests)],
  ['messages', sql('DELETE FROM chat_messages WHERE id = (SELECT max(id) FROM chat_messages)')],
  ['submitted answers', sql(`UPDATE book_form_submissions SET data = '{}'`)],
  ['section status', sql('UPDATE book_client_workforms SET version = version - 1')],
  ['notifications', sql('DELETE FROM book_client_notifications')],
  ['imported clients', sql(`UPDATE book_clients SET email = 'x' || email`)],
  [
    'stored objects',
    sql(`UPDATE files SET sha256 = 'x' WHERE id = (SELECT max(id) FROM files WHERE state = 'stored')`),
  ],
  ['files', sql(`UPDATE files SET path = path || 'x' WHERE state = 'stored'`)],
  ['audit chain', sql('DROP TRIGGER audit_log_fixed', 'DROP TRIGGER audit_log_keep', FORGE)],
  ['audit entries', sql(`DELETE FROM audit_log WHERE id = ${SUBMISSION}`)],
  ['outbox', sql(`UPDATE outbox SET done_at = NULL, next_at = '2999' WHERE seq = (SELECT max(seq) FROM outbox)`)],
  ['clean responses', ({ responses }) => responses.add(NO_FAULT, 'unclean', 0, 'Error at f (x.ts:1)')],
]

/** Applies each sabotage after a run without faults. Returns 0 if each is detected, and no check failed before. */
export async function proveChecks(scenario: Scenario): Promise<number> {
  let { broken } = await checkAll(scenario)
  for (const { check, problem } of broken) console.log(`✗ before any sabotage: ${check}: ${problem}`)
  let failures = broken.length
  for (const [check, apply] of SABOTAGES) {
    const before = broken.filter((promise) => promise.check === check).length
    await apply(scenario)
    broken = (await checkAll(scenario)).broken
    const isDetected = broken.filter((promise) => promise.check === check).length > before
    if (!isDetected) failures++
    console.log(`${isDetected ? '✓' : '✗'} ${check}: sabotage ${isDetected ? '' : 'not '}detected`)
  }
  console.log(`${failures} failures`)
  return failures === 0 ? 0 : 1
}
