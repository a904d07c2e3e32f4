import * as z from 'zod'
import { Day, Id, optionalText, requiredText } from './common.ts'
import { tooManyToChoose } from './limit-messages.ts'
import { MAX_ASSIGN_CLIENTS, NOTES_MAX } from './limits.ts'
import { Preferences } from './preferences.ts'

/** Schemas for assigning workforms to clients. */

export const AssignWorkform = z.object({
  workform_id: Id,
  clients: z
    .array(z.object({ client_id: Id, due_date: Day }))
    .min(1, 'Please select at least one client')
    .max(MAX_ASSIGN_CLIENTS, tooManyToChoose(MAX_ASSIGN_CLIENTS, 'clients at once')),
  notes: optionalText(NOTES_MAX),
  /** The preferences for reminders that the bookkeeper has confirmed. Without them, the agent asks about the notes. */
  preferences: Preferences.optional(),
})
export type AssignWorkform = z.input<typeof AssignWorkform>

/** A new due date for an assignment, and optionally new notes with the preferences confirmed for them. */
export const ChangeAssignment = z.object({
  due_date: Day,
  notes: requiredText(NOTES_MAX).optional(),
  preferences: Preferences.optional(),
})

/**
 * One result per client. `sections` is the number of newly assigned sections, and `is_new` says whether the client had
 * none of this workform before. Sections that were assigned before stay as they are; `differs` says whether their due
 * date or notes differ from the requested ones.
 */
export const AssignResult = z.object({
  /** The assigned workform. For a built-in starter, this is the bookkeeper's copy. */
  workform_id: Id,
  results: z.array(
    z.object({
      client_id: Id,
      client_name: z.string().nullable(),
      ok: z.boolean(),
      sections: z.number().int(),
      is_new: z.boolean(),
      differs: z.boolean(),
      reason: z.string().nullable(),
    }),
  ),
})
export type AssignResult = z.infer<typeof AssignResult>
