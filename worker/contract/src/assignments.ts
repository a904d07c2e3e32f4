import * as z from 'zod'
import { Day, Id, optionalText, requiredText } from './common.ts'
import { tooManyToChoose } from './limit-messages.ts'
import { MAX_ASSIGN_CLIENTS } from './limits.ts'

/** Schemas for assigning workforms to clients. */

export const AssignWorkform = z.object({
  workform_id: Id,
  clients: z
    .array(z.object({ client_id: Id, due_date: Day }))
    .min(1, 'Please select at least one client')
    .max(MAX_ASSIGN_CLIENTS, tooManyToChoose(MAX_ASSIGN_CLIENTS, 'clients at once')),
  notes: optionalText(4000),
})
export type AssignWorkform = z.input<typeof AssignWorkform>

/** A new due date for an assignment, and optionally new notes. */
export const ChangeAssignment = z.object({ due_date: Day, notes: requiredText(4000).optional() })

/**
 * One result per client. `sections` is the number of newly assigned sections. Sections that were assigned
 * before stay as they are; `differs` says whether their due date or notes differ from the requested ones.
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
      differs: z.boolean(),
      reason: z.string().nullable(),
    }),
  ),
})
export type AssignResult = z.infer<typeof AssignResult>
