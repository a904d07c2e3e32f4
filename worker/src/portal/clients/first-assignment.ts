import type { Client, CreateClient } from '@portal/contract/clients'
import type { z } from 'zod'
import type { InvitedWorkform } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import { assignSteps } from '../sections/assign-steps.ts'
import { type AssignableWorkform, sectionsOf } from '../sections/assignable.ts'
import { estimateMinutes } from '../workforms/estimate-minutes.ts'
import { resolveStarter } from '../workforms/resolve-starter.ts'

export type NewAssignment = NonNullable<z.output<typeof CreateClient>['assignment']>

/** A workform to assign to new clients: what their invitation says about it, and the steps that assign it. */
interface FirstAssignment {
  invited: InvitedWorkform
  steps: Step[]
}

/** Returns what an invitation says about a workform. */
export const invitedWorkform = (
  { name, fields }: Pick<AssignableWorkform, 'name' | 'fields'>,
  { due_date }: NewAssignment,
): InvitedWorkform => ({ name, dueDate: due_date, minutes: estimateMinutes(fields) })

/**
 * Returns the assignment of a workform to clients (at least one) created in the same batch.
 * @param row the result of `assignableWorkform`
 * @throws AppError `not_found` (the workform)
 */
export function firstAssignment(
  ctx: BookkeeperContext,
  clients: readonly Client[],
  bookkeeper: { name: string; email: string },
  row: AssignableWorkform | undefined,
  assignment: NewAssignment,
): FirstAssignment {
  const { workform_id, due_date, notes, preferences } = assignment
  const { workform, steps } = resolveStarter(ctx, workform_id, row)
  const sections = sectionsOf(workform.fields)
  // The invitation already mentions the workform, so no other mail is sent.
  const assignees = clients.map((client) => ({ client, dueDate: due_date, sections, submissionId: null, mail: false }))
  return {
    invited: invitedWorkform(workform, assignment),
    steps: [...steps, ...assignSteps(ctx, { workform, bookkeeper, notes, preferences, assignees })],
  }
}
