import { readImportRow } from '@portal/contract/client-import'
import type { Client, ImportClients, ImportResult } from '@portal/contract/clients'
import { clientsPerBatch } from '@portal/contract/limits'
import type { z } from 'zod'
import { ASSIGN_CONFLICTS } from '../sections/assign-steps.ts'
import { type AssignableWorkform, assignableWorkform, bookkeeperOf, sectionsOf } from '../sections/assignable.ts'
import { checkDueDates } from '../../platform/time/due-date.ts'
import type { BookkeeperContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { divide, inBatches } from '../../platform/db/in-batches.ts'
import { commitOnce, type Step } from '../../platform/db/write.ts'
import { AppError, found } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { resolveStarter } from '../workforms/resolve-starter.ts'
import { firstAssignment } from './first-assignment.ts'
import { newClientSteps } from './new-clients.ts'
import { CLIENT_CONFLICTS, countBookkeeperMatches, takenEmails, takenReasons } from './rules.ts'

type Input = z.output<typeof ImportClients>

/** Attempts when other requests keep creating clients with the same addresses. */
const MAX_ATTEMPTS = 3

/** Returns the clients to create, and for each row its client or the reason it was refused. */
function readRows(ctx: BookkeeperContext, rows: Input['rows'], taken: ReadonlyMap<string, string>) {
  const now = ctx.now.getTime()
  const clients: Client[] = []
  const seen = new Set<string>()
  const results: ImportResult['results'] = rows.map((cells, i) => {
    const { client: given, problems } = readImportRow(cells)
    const reason =
      problems[0] ??
      taken.get(given.email) ??
      (seen.has(given.email) ? 'This email appears more than once in the file.' : undefined)
    if (reason) return { id: null, reason }
    seen.add(given.email)
    // A millisecond apart, so that the list keeps the order of the file.
    const at = new Date(now - rows.length + i).toISOString()
    const client: Client = { id: uuidv7(), ...given, created_at: at, updated_at: at, password_set: false }
    clients.push(client)
    return { id: client.id, reason: null }
  })
  return { clients, results }
}

/** Returns to how many clients the workform or starter can be assigned in one batch. @throws AppError `not_found` */
const clientsAtOnce = (ctx: BookkeeperContext, id: string, row: AssignableWorkform | undefined): number =>
  clientsPerBatch(sectionsOf(resolveStarter(ctx, id, row).workform.fields).length)

async function plan(ctx: BookkeeperContext, { rows, invite, assignment }: Input) {
  const emails = rows.map((cells) => readImportRow(cells).client.email)
  const [before, [bookkeeperRow], workforms, taken] = await ctx.db.batch([
    storedResponse(ctx),
    bookkeeperOf(ctx),
    assignableWorkform(ctx, assignment?.workform_id ?? ''),
    takenEmails(ctx, emails),
  ])
  const answered = readStoredResponse(ctx, before) as ImportResult | undefined
  if (answered) return { answer: answered }
  const atOnce = assignment ? clientsAtOnce(ctx, assignment.workform_id, workforms[0]) : rows.length
  if (rows.length > atOnce) return { atOnce }
  const ofBookkeepers = new Set(taken.flatMap((t) => (t.code === 'email_used_by_bookkeeper' ? t.email : [])))
  await countBookkeeperMatches(ctx, emails.filter((email) => ofBookkeepers.has(email)).length)
  const bookkeeper = found(bookkeeperRow)
  const { clients, results } = readRows(ctx, rows, takenReasons(emails, taken))
  if (clients.length === 0) return { answer: { results } }
  const first = assignment ? firstAssignment(ctx, clients, bookkeeper, workforms[0], assignment) : undefined
  const steps: Step[] = [
    ...newClientSteps(ctx, clients, { bookkeeper, workforms: first ? [first.invited] : [], invite, imported: true }),
    ...(first?.steps ?? []),
  ]
  return { steps, results }
}

/** A conflict with another request that created the same client. The retry refuses that row with a reason. */
const CONFLICTS = { ...ASSIGN_CONFLICTS, 'book_clients.email': 'stale' } as const
const isRace = (error: unknown): boolean =>
  error instanceof AppError &&
  ['stale', 'email_used_by_bookkeeper', 'client_refused', 'client_archived'].includes(error.code)

/**
 * Creates clients from the rows of a file, and assigns them the given workform, a large one in batches (see
 * `inBatches`). Rows that cannot become clients are answered with a reason.
 * @throws AppError `not_found` (the workform), `past_due_date`, `stale`, `too_many_requests`
 */
export async function importClients(ctx: BookkeeperContext, input: Input): Promise<ImportResult> {
  if (input.assignment) checkDueDates(ctx, [{ path: 'assignment.due_date', date: input.assignment.due_date }])
  for (let attempt = 1; ; attempt++) {
    const planned = await plan(ctx, input)
    if (planned.answer) return planned.answer
    if (planned.atOnce !== undefined) return importInBatches(ctx, input, planned.atOnce)
    try {
      return await commitOnce(ctx, planned.steps, { results: planned.results }, { ...CLIENT_CONFLICTS, ...CONFLICTS })
    } catch (error) {
      if (!isRace(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function importInBatches(ctx: BookkeeperContext, input: Input, atOnce: number): Promise<ImportResult> {
  let left = input.rows.length
  const parts = divide(input.rows, atOnce, () => 1)
  const batches = await inBatches(ctx, parts, (batchCtx, rows) => {
    left -= rows.length
    // Earlier, so that the list keeps the order of the file across batches.
    return importClients({ ...batchCtx, now: new Date(ctx.now.getTime() - left) }, { ...input, rows })
  })
  return { results: batches.flatMap(({ results }) => results) }
}
