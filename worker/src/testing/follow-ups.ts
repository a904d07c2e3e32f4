import type { ClientFollowUps } from '@portal/contract/agent'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { addDays } from '@portal/contract/dates'
import { good } from './accounts.ts'
import { newBookkeeper, newClient, portalUrl, type TestBookkeeper, type TestClient } from './portal.ts'
import { day, get, newWorkform, rows, sectionsOf, send } from './work.ts'

/** Running the agent at simulated times. */

/** A Monday some weeks from now: due dates are never in the past. */
export const DUE = addDays(day(21), (8 - new Date(`${day(21)}T00:00:00Z`).getUTCDay()) % 7)

/** Returns a time on a day relative to DUE. */
export const at = (days: number, time = '10:00'): string => `${addDays(DUE, days)}T${time}:00.000Z`

/** Runs the agent for a bookkeeper's clients at a simulated time, until nothing is due any more. */
export async function runAt(bookkeeper: TestBookkeeper, now: string): Promise<void> {
  for (let left = 1; left > 0; ) {
    const init = {
      method: 'POST',
      body: JSON.stringify({ now, bookkeeper: bookkeeper.userId }),
      headers: { 'content-type': 'application/json' },
    }
    await good(fetch(new URL('/dev/follow-ups', portalUrl), init))
    const [row] = await rows<{ n: number }>(
      `SELECT count(*) AS n FROM agent_clients WHERE next_at <= ?
       AND client_id IN (SELECT id FROM book_clients WHERE bookkeeper_id = ?)`,
      now,
      bookkeeper.userId,
    )
    left = row?.n ?? 0
  }
}

/** Returns the reminders in a client's chat. */
export const reminders = (clientId: string) =>
  rows<{ message: string; sender: string }>(
    `SELECT m.message, m.sender FROM chat_messages m JOIN chat_threads t ON t.id = m.thread_id WHERE t.client_id = ?
     AND m.sender = 'system' ORDER BY m.seq`,
    clientId,
  )

/** Returns the past and planned follow-ups of a client. */
export const timeline = (b: TestBookkeeper, clientId: string): Promise<ClientFollowUps> =>
  get(b, `/api/follow-ups/clients/${clientId}`)

/** Assigns a workform with two sections, due on DUE, to a client of a new bookkeeper. */
export async function newAssignment(
  notes?: string,
  preferences?: Partial<Preferences>,
): Promise<{ b: TestBookkeeper; c: TestClient; workformId: string; sections: { id: string }[] }> {
  const b = await newBookkeeper()
  const c = await newClient(b, 'Acme Bakery')
  const workform = await newWorkform(b, { name: 'Payroll' })
  await good(
    send(b, 'POST', '/api/assignments', {
      workform_id: workform.id,
      clients: [{ client_id: c.clientId, due_date: DUE }],
      ...(notes ? { notes } : {}),
      ...(preferences ? { preferences: { ...NO_PREFERENCES, ...preferences } } : {}),
    }),
  )
  return { b, c, workformId: workform.id, sections: await sectionsOf(c.clientId, workform.id) }
}
