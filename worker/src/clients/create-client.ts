import type { Client, CreateClient } from '@portal/contract/clients'
import type { z } from 'zod'
import { ASSIGN_CONFLICTS, assignSteps } from '../assignments/assign-steps.ts'
import { type AssignableWorkform, assignableWorkform, bookkeeperOf, sectionsOf } from '../assignments/assignable.ts'
import { checkDueDates } from '../assignments/due-date.ts'
import type { BookkeeperContext } from '../context.ts'
import { answeredBefore } from '../db/answered.ts'
import { commitOnce, type Step } from '../db/write.ts'
import { found } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { takeStarter } from '../workforms/starters/take.ts'
import { newClientSteps } from './new-clients.ts'
import { CLIENT_CONFLICTS } from './rules.ts'

type Input = z.output<typeof CreateClient>

/** Steps that assign a workform to clients (one at least) who are created in the same batch. */
export function firstAssignmentSteps(
  ctx: BookkeeperContext,
  clients: readonly Client[],
  bookkeeper: { name: string; email: string },
  row: AssignableWorkform | undefined,
  { workform_id, due_date, notes }: NonNullable<Input['assignment']>,
): Step[] {
  const { workform, steps } = takeStarter(ctx, workform_id, row)
  const sections = sectionsOf(workform.fields)
  // The invitation is mail enough: it leads to where the workform waits.
  const assignees = clients.map((client) => ({ client, dueDate: due_date, sections, submissionId: null, mail: false }))
  return [...steps, ...assignSteps(ctx, { workform, bookkeeper, notes, assignees })]
}

/**
 * Creates a client with status new, invites them by mail and, where asked for, assigns a workform: all of it, or nothing.
 * @throws AppError `client_email_taken`, `email_used_by_bookkeeper`, `not_found` (the workform), `past_due_date`, `stale` (the workform
 *   was changed meanwhile)
 */
export async function createClient(ctx: BookkeeperContext, { assignment, ...given }: Input): Promise<Client> {
  if (assignment) checkDueDates(ctx, [{ path: 'assignment.due_date', date: assignment.due_date }])
  const [before, [bookkeeperRow], workforms] = await ctx.db.batch([
    answeredBefore(ctx),
    bookkeeperOf(ctx),
    assignableWorkform(ctx, assignment?.workform_id ?? ''),
  ])
  if (before[0]) return before[0].answer as Client
  const bookkeeper = found(bookkeeperRow)
  const at = ctx.now.toISOString()
  const client: Client = { id: uuidv7(), ...given, status: 'new', created_at: at, updated_at: at, password_set: false }
  const steps = [
    ...newClientSteps(ctx, [client], { bookkeeper, invite: true, imported: false }),
    ...(assignment ? firstAssignmentSteps(ctx, [client], bookkeeper, workforms[0], assignment) : []),
  ]
  return commitOnce(ctx, steps, client, { ...CLIENT_CONFLICTS, ...ASSIGN_CONFLICTS })
}
