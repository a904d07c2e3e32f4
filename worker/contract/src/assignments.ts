import * as z from 'zod'
import { Day, Id, optionalText } from './common.ts'
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

/** Another due date for what is assigned. */
export const ChangeDueDate = z.object({ due_date: Day })

/** One result per client. `sections` counts the sections that are new; 0 means that all were assigned already. */
export const AssignResult = z.object({
  results: z.array(
    z.object({
      client_id: Id,
      client_name: z.string().nullable(),
      ok: z.boolean(),
      sections: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
})
export type AssignResult = z.infer<typeof AssignResult>
