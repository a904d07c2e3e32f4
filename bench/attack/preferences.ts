import { NOTES_MAX } from '@portal/contract/limits'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { at, newAssignment, runAt } from '../../worker/src/testing/follow-ups.ts'
import { newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { assigned, day, newWorkform, rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countRows, threadOf } from './lib/database.ts'
import { drain } from './lib/requests.ts'

/** Preferences and notes: followed at the same time as they change, and never able to keep the portal busy. */

const bookkeeper = await newBookkeeper()
/** How long a request may keep the portal busy. */
const MAX_MS = 15_000

const pathOf = (clientId: string): string => `/api/follow-ups/clients/${clientId}`
const setPreferences = (
  clientId: string,
  preferences: Partial<Preferences>,
  caller = bookkeeper,
  notes: string | null = null,
) =>
  send(caller, 'PUT', `${pathOf(clientId)}/preferences`, { notes, preferences: { ...NO_PREFERENCES, ...preferences } })
const sentTo = (clientId: string): Promise<number> =>
  countRows("follow_ups WHERE client_id = ? AND state = 'sent' AND kind = 'message'", clientId)

attack('reminders at the same time as a change that forbids them', async (t) => {
  const workform = await newWorkform(bookkeeper)
  let sent = 0
  for (let round = 0; round < 20; round++) {
    const client = await newClient(bookkeeper)
    const id = client.clientId
    await assigned(bookkeeper, workform, [id], day(20))
    const thread = await threadOf(id)
    const forbid =
      round % 2 === 0
        ? () => setPreferences(id, { never: true })
        : () => send(client, 'POST', `/api/chat/threads/${thread}/messages`, { message: 'I am in hospital.' })
    await Promise.all([
      drain(send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [id] })),
      drain(forbid()),
      drain(send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [id] })),
    ])
    // Messages and audit entries are numbered in the order of their transactions.
    const [order] = await rows<{ forbidden: number | null; reminded: number | null }>(
      round % 2 === 0
        ? `SELECT max(iif(action = 'agent.preferences_changed', seq, NULL)) AS forbidden,
             max(iif(action = 'follow_up.sent', seq, NULL)) AS reminded FROM audit_log WHERE client_id = ?`
        : `SELECT max(iif(sender = 'client', seq, NULL)) AS forbidden,
             max(iif(sender = 'system', seq, NULL)) AS reminded FROM chat_messages WHERE thread_id = ?`,
      round % 2 === 0 ? id : thread,
    )
    const { forbidden = null, reminded = null } = order ?? {}
    if (reminded !== null) sent++
    t.check(forbidden !== null, 'the change failed')
    t.check(reminded === null || reminded < (forbidden ?? 0), `round ${round}: sent after it was forbidden`)
    t.check((await sentTo(id)) <= 1, 'two reminders were sent')
  }
  t.notes.push(`${sent} of 20 were sent before`)
})

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]
const overlapping = Array.from({ length: 14 }, (_, i) => ({
  weekdays: ALL_DAYS.filter((weekday) => (i + weekday) % 5 > 0),
  from: `${String(8 + (i % 5)).padStart(2, '0')}:${10 + i}`,
  until: `${13 + (i % 8)}:${10 + i}`,
}))

attack('preferences that forbid everything', async (t) => {
  const nothing: Partial<Preferences>[] = [
    { never: true },
    { hold: { ask_on: null, why: 'Call first' } },
    { not_before: '9999-12-31' },
    { quiet: [{ from: '2000-01-01', until: '9999-12-31' }] },
    { only_on: ['2000-01-03'] },
    { never: true, times: overlapping, every: 1, max: 50 },
  ]
  for (const preferences of nothing) {
    const { b, c } = await newAssignment()
    await t.accepts('setting them', setPreferences(c.clientId, preferences, b))
    for (const when of [-7, -3, -1, 0, 3, 6, 30]) await runAt(b, at(when))
    const sent = await sentTo(c.clientId)
    t.check(sent === 0, `${JSON.stringify(preferences)}: ${sent} reminders`)
  }
})

attack('preferences and due dates that are slow to plan', async (t) => {
  const client = await newClient(bookkeeper)
  const workforms = await Promise.all(Array.from({ length: 12 }, () => newWorkform(bookkeeper)))
  for (const [i, workform] of workforms.entries()) {
    await assigned(bookkeeper, workform, [client.clientId], day(20 + i))
    const path = `${pathOf(client.clientId)}/workforms/${workform.id}/preferences`
    const preferences = { ...NO_PREFERENCES, times: overlapping, every: 1, max: 50 }
    await t.accepts('overlapping times', send(bookkeeper, 'PUT', path, { notes: null, preferences }))
  }
  for (const path of [pathOf(client.clientId), '/api/follow-ups', `${pathOf(client.clientId)}/reminder`]) {
    const start = performance.now()
    await t.accepts(path, bookkeeper.fetch(path))
    const ms = performance.now() - start
    t.check(ms < MAX_MS, `${path}: ${Math.round(ms / 1000)} s`)
  }
})

const UNITS = [
  '\t\ta week ',
  '\u00a0 once ',
  ' \n a month ',
  '2 days ',
  'until ',
  'Dec 1 to ',
  '((',
  'between 9 and ',
  'no emails on ',
  'every other ',
  '1/1-',
  'the week before ',
  'mon, ',
  'remind him ',
  'ask for the ',
  '\ue000',
  'ß\u0130',
  '> ',
  'hi ',
]

attack('notes that are slow to read', async (t) => {
  const client = await newClient(bookkeeper)
  await assigned(bookkeeper, await newWorkform(bookkeeper), [client.clientId], day(20))
  for (const unit of UNITS) {
    const notes = unit
      .repeat(NOTES_MAX)
      .slice(0, NOTES_MAX - 6)
      .concat('twice!')
    const start = performance.now()
    const body = { notes, preferences: null, due_date: day(20), client_id: client.clientId }
    const response = await send(bookkeeper, 'POST', '/api/follow-ups/suggestions', body)
    await drain(response)
    const ms = performance.now() - start
    t.check(
      response.status < 500 && ms < MAX_MS,
      `${JSON.stringify(unit)}: ${response.status} in ${Math.round(ms / 1000)} s`,
    )
  }
  t.check((await stranger.fetch('/api/health')).ok, 'the portal does not answer')
})
