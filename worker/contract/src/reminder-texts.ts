/** Texts about reminders, without the schemas: pages that show them must not load zod. */

/** Why a client cannot be reminded. */
export const REMINDER_REFUSALS = {
  archived: 'This client is archived. Restore the client to send reminders.',
  not_signed_up: 'This client has not signed up yet. Send the invitation again instead.',
  inactive: 'This client is inactive. Nothing is sent to inactive clients.',
  unsubscribed: 'This client has unsubscribed from reminders. You can still write a message.',
  nothing_open: 'Nothing is open: this client has nothing to fill in.',
  too_often: 'This client has been reminded three times today. You can still write a message.',
} as const

/** Why the agent would not remind the client now. The bookkeeper can send the reminder anyway. */
export const REMINDER_CAUTIONS = {
  reminded_today: 'This client has already been reminded today.',
  on_hold: 'Follow-ups are on hold for this client.',
  not_allowed: 'Your preferences for this client do not allow a reminder now.',
} as const

export type ReminderRefusal = keyof typeof REMINDER_REFUSALS
export type ReminderCaution = keyof typeof REMINDER_CAUTIONS
