import * as z from 'zod'
import { Day, Id, optionalText, requiredText } from './common.ts'
import { MAX_ASSIGN_CLIENTS } from './limits.ts'

/** Requests and answers about assigning workforms to clients (specification, sections 4, 5 and 7). */

export const AssignWorkform = z.object({
  workform_id: Id,
  clients: z
    .array(z.object({ client_id: Id, due_date: Day }))
    .min(1, 'Please select at least one client')
    .max(MAX_ASSIGN_CLIENTS, `At most ${MAX_ASSIGN_CLIENTS} clients at once, please.`),
  notes: optionalText(4000),
})
export type AssignWorkform = z.input<typeof AssignWorkform>

/** Another due date, and where they are given other notes, for what is assigned. */
export const ChangeAssignment = z.object({ due_date: Day, notes: requiredText(4000).optional() })

/**
 * One result per client. `sections` counts the sections that are new; 0 means that all were assigned already, and were left as they are:
 * `differs` says whether the due date or the notes asked for are others.
 */
export const AssignResult = z.object({
  /** The workform that the clients have: of a built-in starter, the bookkeeper's copy. */
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
