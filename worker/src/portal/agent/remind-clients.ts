import { REMINDER_CAUTIONS, REMINDER_REFUSALS } from '@portal/contract/reminder-texts'
import type { RemindClients, RemindedClients } from '@portal/contract/reminders'
import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients } from '../../platform/db/schema/index.ts'
import { readStoredResponse, storedResponse } from '../../platform/db/stored-response.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { isAppError } from '../../errors.ts'
import { type ClientState, readStates } from './client-state.ts'
import { MAX_ATTEMPTS, reminderSteps } from './remind-now.ts'
import { type PreparedReminder, prepareReminder } from './reminder.ts'

const NOT_FOUND = 'This client was not found.'

/** Returns why a client gets no reminder, or null. */
function reasonOf(reminder: PreparedReminder | undefined): string | null {
  if (!reminder) return NOT_FOUND
  if (reminder.refusal) return REMINDER_REFUSALS[reminder.refusal]
  return reminder.caution && REMINDER_CAUTIONS[reminder.caution]
}

async function plan(ctx: BookkeeperContext, ids: readonly string[]) {
  const own = and(inArray(bookClients.id, ids), eq(bookClients.bookkeeper_id, ctx.actor.userId))
  const states = await readStates(ctx.db, own)
  const prepared = new Map(
    states.map((state): [string, { state: ClientState; reminder: PreparedReminder }] => [
      state.client.client_id,
      { state, reminder: prepareReminder(state, ctx.now) },
    ]),
  )
  const results = ids.map((id) => {
    const reason = reasonOf(prepared.get(id)?.reminder)
    return { client_id: id, ok: reason === null, reason }
  })
  return {
    response: { results },
    steps: results.flatMap(({ client_id, ok }) => {
      const { state, reminder } = prepared.get(client_id) ?? {}
      return ok && state && reminder ? reminderSteps(ctx, state, reminder) : []
    }),
  }
}

/**
 * Sends several of the bookkeeper's clients the reminder that each would get now, in one batch. Clients who cannot be
 * reminded, or whom the agent would not remind, are answered with the reason.
 * @throws AppError `stale`
 */
export async function remindClients(
  ctx: BookkeeperContext,
  { ids: given }: z.output<typeof RemindClients>,
): Promise<RemindedClients> {
  const ids = [...new Set(given)]
  for (let attempt = 1; ; attempt++) {
    const { response, steps } = await plan(ctx, ids)
    // The first request with this key may be why clients have been reminded today.
    const before = response.results.some(({ ok }) => !ok) ? await storedResponse(ctx) : []
    const answer = readStoredResponse(ctx, before) as RemindedClients | undefined
    if (answer) return answer
    if (steps.length === 0) return response
    try {
      return await commitOnce(ctx, steps, response)
    } catch (error) {
      if (!isAppError(error, 'stale') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
