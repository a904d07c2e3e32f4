import type { Client, CreateClient, CreatedClient } from '@portal/contract/clients'
import type { z } from 'zod'
import { ASSIGN_CONFLICTS, assignSteps } from '../sections/assign-steps.ts'
import { type AssignableWorkform, assignableWorkform, bookkeeperOf, sectionsOf } from '../sections/assignable.ts'
import { checkDueDates } from '../time/due-date.ts'
import type { InvitedWorkform } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { storedResponse, readStoredResponse } from '../db/stored-response.ts'
import { commitOnce, type Step } from '../db/write.ts'
import { AppError, found, isAppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { resolveStarter, workformName } from '../workforms/resolve-starter.ts'
import { newClientSteps } from './new-clients.ts'
import { CLIENT_CONFLICTS } from './rules.ts'

type Input = z.output<typeof CreateClient>

/** Returns steps that assign a workform to clients (at least one) created in the same batch. */
export function firstAssignmentSteps(
  ctx: BookkeeperContext,
  clients: readonly Client[],
  bookkeeper: { name: string; email: string },
  row: AssignableWorkform | undefined,
  { workform_id, due_date, notes }: NonNullable<Input['assignment']>,
): Step[] {
  const { workform, steps } = resolveStarter(ctx, workform_id, row)
  const sections = sectionsOf(workform.fields)
  // The invitation already mentions the workform, so no other mail is sent.
  const assignees = clients.map((client) => ({ client, dueDate: due_date, sections, submissionId: null, mail: false }))
  return [...steps, ...assignSteps(ctx, { workform, bookkeeper, notes, assignees })]
}

/** Attempts when the workform keeps changing during the request. */
const MAX_ATTEMPTS = 3

/** Returns why a workform could not be assigned, or undefined when the error has another cause. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof AppError)) return undefined
  if (error.code === 'not_found') return 'This workform no longer exists.'
  return error.code === 'stale' ? 'This workform was changed in the meantime.' : undefined
}

async function plan(ctx: BookkeeperContext, { assignment, ...given }: Input) {
  const [before, [bookkeeperRow], [workform]] = await ctx.db.batch([
    storedResponse(ctx),
    bookkeeperOf(ctx),
    assignableWorkform(ctx, assignment?.workform_id ?? ''),
  ])
  const at = ctx.now.toISOString()
  const client: Client = { id: uuidv7(), ...given, status: 'new', created_at: at, updated_at: at, password_set: false }
  const bookkeeper = found(bookkeeperRow)
  const steps = (invitedTo: InvitedWorkform | null): Step[] =>
    newClientSteps(ctx, [client], { bookkeeper, workform: invitedTo, invite: true, imported: false })
  return { before: readStoredResponse(ctx, before) as CreatedClient | undefined, client, steps, bookkeeper, workform }
}

/**
 * Creates a client with status new, sends an invitation, and assigns the given workform in the same batch. The client
 * is created even when the workform no longer exists or keeps changing; the answer then has the reason.
 * @throws AppError `client_email_taken`, `email_used_by_bookkeeper`, `client_refused`, `past_due_date`
 */
export async function createClient(ctx: BookkeeperContext, input: Input): Promise<CreatedClient> {
  const { assignment } = input
  if (assignment) checkDueDates(ctx, [{ path: 'assignment.due_date', date: assignment.due_date }])
  for (let attempt = 1; ; attempt++) {
    const { before, client, steps, bookkeeper, workform } = await plan(ctx, input)
    if (before) return before
    if (!assignment) return commitOnce(ctx, steps(null), { ...client, assignment: null }, CLIENT_CONFLICTS)
    try {
      const more = firstAssignmentSteps(ctx, [client], bookkeeper, workform, assignment)
      const answer = { ...client, assignment: { ok: true, reason: null } }
      const invitedTo = { name: workformName(assignment.workform_id, workform), dueDate: assignment.due_date }
      return await commitOnce(ctx, [...steps(invitedTo), ...more], answer, { ...CLIENT_CONFLICTS, ...ASSIGN_CONFLICTS })
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      // The workform changed after it was read: read it again.
      if (isAppError(error, 'stale') && attempt < MAX_ATTEMPTS) continue
      return commitOnce(ctx, steps(null), { ...client, assignment: { ok: false, reason } }, CLIENT_CONFLICTS)
    }
  }
}
