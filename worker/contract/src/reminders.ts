import * as z from 'zod'
import { EditFollowUp } from './agent.ts'
import { Day, Id, Instant } from './common.ts'
import { MAX_REMINDED_CLIENTS } from './limits.ts'

/** Schemas of reminders that a bookkeeper sends at once. */

export const ReminderRefusal = z.enum([
  'archived',
  'not_signed_up',
  'inactive',
  'unsubscribed',
  'nothing_open',
  'too_often',
])
export const ReminderCaution = z.enum(['reminded_today', 'on_hold', 'not_allowed'])

/** The reminder that would be sent now. Subject and text are empty if nothing is open. */
export const Reminder = z.object({
  subject: z.string(),
  text: z.string(),
  /** Identifies the facts that the text is based on. Sent back with the reminder. */
  version: z.string(),
  refusal: ReminderRefusal.nullable(),
  caution: ReminderCaution.nullable(),
  /** The day by which the client has promised to send everything that is open; null when it is over. */
  promised: Day.nullable(),
  /** When the client was last reminded, by the agent or the bookkeeper. */
  last_at: Instant.nullable(),
})
export type Reminder = z.infer<typeof Reminder>

/** Sends a reminder. `anyway` sends it although the agent would not. */
export const SendReminder = EditFollowUp.extend({ version: z.string().max(64), anyway: z.boolean().default(false) })
export type SendReminder = z.input<typeof SendReminder>

/** Sends several clients the reminder that each would get now. */
export const RemindClients = z.object({ ids: z.array(Id).min(1).max(MAX_REMINDED_CLIENTS) })
export type RemindClients = z.input<typeof RemindClients>
/** The result for each client, in the order of the ids. `reason` says why no reminder was sent. */
export const RemindedClients = z.object({
  results: z.array(z.object({ client_id: Id, ok: z.boolean(), reason: z.string().nullable() })),
})
export type RemindedClients = z.infer<typeof RemindedClients>
