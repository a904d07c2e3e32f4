import type { Client, CreateClient } from '@portal/contract/clients'
import type { z } from 'zod'
import { ASSIGN_CONFLICTS, assignSteps } from '../assignments/assign-steps.ts'
import { type AssignableWorkform, assignableWorkform, bookkeeperOf, sectionsOf } from '../assignments/assignable.ts'
import { checkDueDates } from '../assignments/due-date.ts'
import { audit } from '../audit/append.ts'
import { invitationSteps } from '../auth/invite.ts'
import type { BookkeeperContext } from '../context.ts'
import { answeredBefore } from '../db/answered.ts'
import { bookClientAuth, bookClients, chatThreads } from '../db/schema/index.ts'
import { commitOnce, type Step, step } from '../db/write.ts'
import { found } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { putDocuments, tellUser } from '../outbox/enqueue.ts'
import { takeStarter } from '../workforms/starters/take.ts'
import { bookkeeperInfo, clientInfo } from './documents.ts'
import { CLIENT_CONFLICTS, noBookkeeper } from './rules.ts'

type Input = z.output<typeof CreateClient>

/** The client itself, its sign-in record and its chat. */
function rowSteps(ctx: BookkeeperContext, { password_set, ...client }: Client): Step[] {
  const { userId, firmId } = ctx.actor
  const { id, email, created_at, updated_at } = client
  return [
    step(ctx.db.insert(bookClients).values({ ...client, bookkeeper_id: userId, firm_id: firmId })),
    step(ctx.db.insert(bookClientAuth).values({ id: uuidv7(), client_id: id, email, password_set, created_at, updated_at })),
    step(ctx.db.insert(chatThreads).values({ id: uuidv7(), bookkeeper_id: userId, client_id: id, updated_at })),
  ]
}

function assignmentSteps(
  ctx: BookkeeperContext,
  client: Client,
  bookkeeper: { name: string; email: string },
  row: AssignableWorkform | undefined,
  { workform_id, due_date, notes }: NonNullable<Input['assignment']>,
): Step[] {
  const { workform, steps } = takeStarter(ctx, workform_id, row)
  const assignee = { client, dueDate: due_date, sections: sectionsOf(workform.fields), submissionId: null }
  // The invitation is mail enough: it leads to where the workform waits.
  return [...steps, ...assignSteps(ctx, { workform, bookkeeper, notes, assignees: [{ ...assignee, mail: false }] })]
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
  const { id, email, name } = client
  const steps = [
    noBookkeeper(email),
    ...rowSteps(ctx, client),
    ...(await invitationSteps(ctx, { clientId: id, email, name, invitedBy: bookkeeper.name })),
    putDocuments(ctx, [bookkeeperInfo(ctx, bookkeeper), clientInfo(ctx, client)]),
    tellUser(ctx, ctx.actor.userId, 'client.changed', { client_id: id }),
    audit(ctx, { action: 'client.created', subjectType: 'client', subjectId: id, clientId: id, detail: { name, email } }),
    ...(assignment ? assignmentSteps(ctx, client, bookkeeper, workforms[0], assignment) : []),
  ]
  return commitOnce(ctx, steps, client, { ...CLIENT_CONFLICTS, ...ASSIGN_CONFLICTS })
}
