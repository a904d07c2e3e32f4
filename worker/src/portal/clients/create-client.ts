import type { Client, CreateClient, CreatedClient } from '@portal/contract/clients'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { readStoredResponse, storedResponse } from '../../platform/db/stored-response.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { found, isAppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { ASSIGN_CONFLICTS } from '../sections/assign-steps.ts'
import { type AssignableWorkform, assignableWorkform, bookkeeperOf } from '../sections/assignable.ts'
import { starterOf } from '../starters/starters.ts'
import { checkDueDates } from '../../platform/time/due-date.ts'
import { firstAssignment, type NewAssignment } from './first-assignment.ts'
import { newClientSteps } from './new-clients.ts'
import { CLIENT_CONFLICTS } from './rules.ts'

type Input = z.output<typeof CreateClient>

/** A requested assignment with its workform, if that still exists. */
interface Requested {
  assignment: NewAssignment
  row: AssignableWorkform | undefined
}

/** Attempts when a workform keeps changing during the request. */
const MAX_ATTEMPTS = 3

/** Returns the requested assignments, each with the path of its due date. */
const assignmentsOf = ({ assignment, assignments }: Pick<Input, 'assignment' | 'assignments'>) =>
  assignments
    ? assignments.map((value, i) => ({ value, path: `assignments.${i}.due_date` }))
    : assignment
      ? [{ value: assignment, path: 'assignment.due_date' }]
      : []

const isAvailable = ({ assignment, row }: Requested): boolean =>
  row !== undefined || starterOf(assignment.workform_id) !== undefined

/** Reads what creating the client needs. */
async function read(ctx: BookkeeperContext, assignments: readonly NewAssignment[]) {
  const [before, [bookkeeper], ...rows] = await ctx.db.batch([
    storedResponse(ctx),
    bookkeeperOf(ctx),
    ...assignments.map(({ workform_id }) => assignableWorkform(ctx, workform_id)),
  ])
  return {
    before: readStoredResponse(ctx, before) as CreatedClient | undefined,
    bookkeeper: found(bookkeeper),
    requested: assignments.map((assignment, i): Requested => ({ assignment, row: rows[i]?.[0] })),
  }
}

/** Returns the answer. @param reasonOf returns why an assignment failed, or null */
function answerOf(
  client: Client,
  requested: readonly Requested[],
  reasonOf: (requested: Requested) => string | null,
): CreatedClient {
  const assignments = requested.map((r) => {
    const reason = reasonOf(r)
    return { workform_id: r.assignment.workform_id, ok: reason === null, reason }
  })
  const [worst = null] = assignments.toSorted((a, b) => Number(a.ok) - Number(b.ok))
  return { ...client, assignment: worst && { ok: worst.ok, reason: worst.reason }, assignments }
}

/**
 * Creates a client with status new, sends an invitation, and assigns the given workforms in the same batch. The client
 * is created even when a workform no longer exists or keeps changing; the answer then has the reason.
 * @throws AppError `client_email_taken`, `client_archived`, `email_used_by_bookkeeper`, `client_refused`,
 *   `past_due_date`
 */
export async function createClient(ctx: BookkeeperContext, input: Input): Promise<CreatedClient> {
  const { assignment, assignments, personal_line: personalLine, ...given } = input
  const wanted = assignmentsOf({ assignment, assignments })
  checkDueDates(
    ctx,
    wanted.map(({ path, value }) => ({ path, date: value.due_date })),
  )
  for (let attempt = 1; ; attempt++) {
    const { before, bookkeeper, requested } = await read(
      ctx,
      wanted.map(({ value }) => value),
    )
    if (before) return before
    const at = ctx.now.toISOString()
    const client = {
      id: uuidv7(),
      ...given,
      status: 'new',
      created_at: at,
      updated_at: at,
      password_set: false,
    } as const
    const isLast = attempt === MAX_ATTEMPTS + 1
    const first = isLast
      ? []
      : requested.filter(isAvailable).map((r) => firstAssignment(ctx, [client], bookkeeper, r.row, r.assignment))
    const answer = answerOf(client, requested, (r) => {
      if (!isAvailable(r)) return 'This workform no longer exists.'
      return isLast ? 'This workform was changed in the meantime.' : null
    })
    const workforms = first.map(({ invited }) => invited)
    const steps = newClientSteps(ctx, [client], { bookkeeper, workforms, personalLine, invite: true, imported: false })
    try {
      return await commitOnce(ctx, [...steps, ...first.flatMap((f) => f.steps)], answer, {
        ...CLIENT_CONFLICTS,
        ...ASSIGN_CONFLICTS,
      })
    } catch (error) {
      // A workform changed after it was read: read it again, and in the end create the client without workforms.
      if (!isAppError(error, 'stale') || isLast) throw error
    }
  }
}
