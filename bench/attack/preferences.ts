import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { newBookkeeper, newClient } from '../../worker/src/testing/portal.ts'
import { assigned, day, newWorkform, rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, threadOf } from './lib/database.ts'
import { drain } from './lib/requests.ts'

/** Preferences: followed at the same time as they change, and never able to keep the portal busy. */

const bookkeeper = await newBookkeeper()
/** How long a request may keep the portal busy. */
const MAX_MS = 15_000

const pathOf = (clientId: string): string => `/api/follow-ups/clients/${clientId}`
const setPreferences = (path: string, preferences: object) =>
  send(bookkeeper, 'PUT', `${path}/preferences`, { notes: null, preferences: { ...NO_PREFERENCES, ...preferences } })

/** Queries for the places of a prohibition and a reminder in the order of their transactions. */
const AUDITED = `SELECT max(iif(action = 'agent.preferences_changed', seq, NULL)) AS forbidden,
  max(iif(action = 'follow_up.sent', seq, NULL)) AS reminded FROM audit_log WHERE client_id = ?`
const WRITTEN = `SELECT max(iif(sender = 'client', seq, NULL)) AS forbidden,
  max(iif(sender = 'system', seq, NULL)) AS reminded FROM chat_messages WHERE thread_id = ?`

attack('reminders at the same time as a change that forbids them', async (t) => {
  const workform = await newWorkform(bookkeeper)
  let sent = 0
  for (let round = 0; round < 20; round++) {
    const client = await newClient(bookkeeper)
    const id = client.clientId
    await assigned(bookkeeper, workform, [id], day(20))
    const thread = await threadOf(id)
    const isAudited = round % 2 === 0
    const forbid = () =>
      isAudited
        ? setPreferences(pathOf(id), { never: true })
        : send(client, 'POST', `/api/chat/threads/${thread}/messages`, { message: 'I am in hospital.' })
    const remind = () => send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [id] })
    await Promise.all([remind, forbid, remind].map((request) => drain(request())))
    const [order] = await rows<{ forbidden: number | null; reminded: number | null }>(
      isAudited ? AUDITED : WRITTEN,
      isAudited ? id : thread,
    )
    const { forbidden = null, reminded = null } = order ?? {}
    if (reminded !== null) sent++
    t.check(forbidden !== null, 'the change failed')
    t.check(reminded === null || reminded < (forbidden ?? 0), `round ${round}: sent after it was forbidden`)
    const messages = await countRows("follow_ups WHERE client_id = ? AND state = 'sent' AND kind = 'message'", id)
    t.check(messages <= 1, 'two reminders were sent')
  }
  t.notes.push(`${sent} of 20 were sent before`)
})

const times = Array.from({ length: 14 }, (_, i) => ({
  weekdays: [0, 1, 2, 3, 4, 5, 6].filter((weekday) => (i + weekday) % 5 > 0),
  from: `${String(8 + (i % 5)).padStart(2, '0')}:${10 + i}`,
  until: `${13 + (i % 8)}:${10 + i}`,
}))

attack('preferences and due dates that are slow to plan', async (t) => {
  const { clientId } = await newClient(bookkeeper)
  for (let i = 0; i < 12; i++) {
    const workform = await newWorkform(bookkeeper)
    await assigned(bookkeeper, workform, [clientId], day(20 + i))
    const path = `${pathOf(clientId)}/workforms/${workform.id}`
    await t.accepts('overlapping times', setPreferences(path, { times, every: 1, max: 50 }))
  }
  for (const path of [pathOf(clientId), '/api/follow-ups', `${pathOf(clientId)}/reminder`]) {
    const start = performance.now()
    await t.accepts(path, bookkeeper.fetch(path))
    const ms = performance.now() - start
    t.check(ms < MAX_MS, `${path}: ${Math.round(ms / 1000)} s`)
  }
})
