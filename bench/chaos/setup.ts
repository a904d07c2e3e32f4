import { setTimeout as pause } from 'node:timers/promises'
import { LastingTab } from '../../shell/e2e/lasting-tab.ts'
import { WEBHOOK_EVENTS } from '../../worker/contract/src/webhook-events.ts'
import { bookkeeperRows, clientRows } from '../../worker/src/testing/people-rows.ts'
import { startReceiver } from '../../worker/src/testing/receiver.ts'
import { assign } from './actors/office.ts'
import { createUser } from './actors/user.ts'
import { type Portal, query } from './portal.ts'
import type { Random } from './random.ts'
import { type Bookkeeper, Scenario } from './scenario.ts'

const CLIENTS_EACH = 4

/** Creates a bookkeeper with a webhook and clients who have signed up. */
async function addBookkeeper({ portal, responses, bookkeepers }: Scenario, name: string): Promise<void> {
  const email = `${name}@chaos.example`
  const { rows, ...ids } = bookkeeperRows(email, name)
  await portal.database.batch(rows, 'write')
  const user = createUser(portal, responses, email, { ...ids, role: 'bookkeeper', clientId: null, timeZone: 'UTC' })
  const bookkeeper: Bookkeeper = { user, clients: [], toReview: [] }
  bookkeepers.push(bookkeeper)
  for (let i = 0; i < CLIENTS_EACH; i++) {
    const clientEmail = `client-${i}.${email}`
    const { rows: statements, threadId, ...client } = clientRows(clientEmail, `Client ${i} of ${name}`, ids)
    await portal.database.batch(statements, 'write')
    const clientUser = createUser(portal, responses, clientEmail, { ...client, role: 'client', timeZone: 'UTC' })
    bookkeeper.clients.push({ user: clientUser, id: client.clientId, threadId, bookkeeper, toFillIn: [] })
  }
  const receiver = await startReceiver()
  portal.webhooks.set(user.id, receiver)
  await user.send((api) => api.webhooks.$post({ json: { url: receiver.url, events: [...WEBHOOK_EVENTS] } }))
}

/** Opens two tabs for each bookkeeper and one for every other client: the others get mail about messages. */
async function openTabs(scenario: Scenario): Promise<void> {
  const { portal, bookkeepers, tabs } = scenario
  const [last] = await query<{ seq: number }>(portal, 'SELECT coalesce(max(seq), 0) AS seq FROM outbox')
  scenario.tabsOpenedAfter = last?.seq ?? 0
  for (const { user, clients } of bookkeepers) {
    const [first, , third] = clients
    for (const owner of [user, user, first?.user, third?.user]) {
      if (!owner) continue
      const connection = new LastingTab(portal.url, owner.accessToken)
      connection.connect()
      tabs.push({ user: owner, connection })
    }
  }
  while (!tabs.every(({ connection }) => connection.isLive)) await pause(20)
}

/**
 * Waits up to two minutes until background work is done, also what was postponed for longer because a fault interrupted
 * it. Digests are not sent while their reader has a tab open.
 */
export async function settle(portal: Portal, { withDigests }: { withDigests: boolean }): Promise<void> {
  await portal.database.execute('DELETE FROM due_failures')
  const sql = `SELECT (SELECT count(*) FROM outbox WHERE done_at IS NULL AND dead_at IS NULL)
    + (SELECT count(*) FROM audit_log WHERE hash IS NULL) + (SELECT count(*) FROM mail_digests WHERE ?) AS remaining`
  const deadline = Date.now() + 120_000
  while ((await query<{ remaining: number }>(portal, sql, withDigests))[0]?.remaining && Date.now() < deadline)
    await pause(200)
}

/** Creates two bookkeepers with clients, open tabs, and an assignment for each client. */
export async function createScenario(portal: Portal, random: Random): Promise<Scenario> {
  const scenario = new Scenario(portal)
  await addBookkeeper(scenario, 'anna')
  await addBookkeeper(scenario, 'ben')
  await settle(portal, { withDigests: false })
  await openTabs(scenario)
  for (const client of scenario.bookkeepers.flatMap((b) => b.clients)) await assign(scenario, client, random)
  return scenario
}
