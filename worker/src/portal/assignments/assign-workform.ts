import type { AssignResult, AssignWorkform } from '@portal/contract/assignments'
import { clientsPerBatch } from '@portal/contract/limits'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { storedResponse, readStoredResponse } from '../../platform/db/stored-response.ts'
import { divide, inBatches } from '../../platform/db/in-batches.ts'
import { commitOnce } from '../../platform/db/write.ts'
import { AppError, found, isAppError } from '../../errors.ts'
import { resolveStarter } from '../workforms/resolve-starter.ts'
import { ASSIGN_CONFLICTS, type Assignee, assignSteps } from '../sections/assign-steps.ts'
import {
  assignableWorkform,
  bookkeeperOf,
  missingSections,
  ownClients,
  assignedSections,
  existingSubmissions,
  HELD_MAX,
  sectionsOf,
  assignedVersions,
} from '../sections/assignable.ts'
import { checkDueDates } from '../../platform/time/due-date.ts'

type Input = z.output<typeof AssignWorkform>

/** Attempts when the workform or the clients keep changing during the request. */
const MAX_ATTEMPTS = 3

/** Refuses duplicate clients, whose due date would be ambiguous. @throws AppError `invalid_input` */
function checkDuplicates(clients: Input['clients']): void {
  const ids = clients.map((c) => c.client_id)
  const message = 'This client is listed twice.'
  const errors = ids.flatMap((id, i) => (ids.indexOf(id) < i ? { path: `clients.${i}.client_id`, message } : []))
  if (errors.length > 0) throw new AppError('invalid_input', { detail: message, errors })
}

async function plan(ctx: BookkeeperContext, input: Input) {
  const ids = input.clients.map((c) => c.client_id)
  const [before, [row], [bookkeeper], clients, held, versions, submissions] = await ctx.db.batch([
    storedResponse(ctx),
    assignableWorkform(ctx, input.workform_id),
    bookkeeperOf(ctx),
    ownClients(ctx, ids),
    assignedSections(ctx, input.workform_id, ids, input.notes),
    assignedVersions(ctx, input.workform_id, ids),
    existingSubmissions(ctx, input.workform_id, ids),
  ])
  const answered = readStoredResponse(ctx, before) as AssignResult | undefined
  if (answered) return { before: answered }
  const { workform, steps } = resolveStarter(ctx, input.workform_id, row)
  const atOnce = clientsPerBatch(sectionsOf(workform.fields).length)
  if (ids.length > atOnce) return { atOnce }
  if (held.length === HELD_MAX && ids.length > 1) return { atOnce: 1 }
  const missing = missingSections(workform, held, versions)
  const assignees: Assignee[] = []
  const results = input.clients.map(({ client_id, due_date }): AssignResult['results'][number] => {
    const client = clients.find((c) => c.id === client_id)
    const unchanged = { client_id, client_name: client?.name ?? null, sections: 0, is_new: false, differs: false }
    if (!client) return { ...unchanged, ok: false, reason: 'This client was not found.' }
    if (client.is_archived) return { ...unchanged, ok: false, reason: 'This client is archived.' }
    if (client.declined) return { ...unchanged, ok: false, reason: 'This person has declined to become your client.' }
    const submission = submissions.find((s) => s.client_id === client_id)
    if (submission?.archived_at)
      return { ...unchanged, ok: false, reason: 'This workform is archived for this client. Restore it instead.' }
    const sections = missing(client_id)
    if (sections.length === 0) {
      const differs = held.some(
        (h) => h.client_id === client_id && (h.due_date !== due_date || (input.notes !== null && !h.has_notes)),
      )
      return { ...unchanged, ok: true, differs, reason: 'Already assigned.' }
    }
    assignees.push({ client, dueDate: due_date, sections, submissionId: submission?.id ?? null, mail: true })
    return { ...unchanged, ok: true, sections: sections.length, is_new: !submission, reason: null }
  })
  return { workform, copySteps: steps, bookkeeper: found(bookkeeper), assignees, results }
}

/**
 * Assigns a workform or a copy of a starter to up to 200 clients, a large one in batches (see `inBatches`). Skips
 * sections that a client already has. Unknown clients and clients who declined are reported; the others are assigned.
 * @throws AppError `not_found` (the workform), `past_due_date`, `invalid_input`, `stale`
 */
export async function assignWorkform(ctx: BookkeeperContext, input: Input): Promise<AssignResult> {
  checkDuplicates(input.clients)
  checkDueDates(
    ctx,
    input.clients.map((c, i) => ({ path: `clients.${i}.due_date`, date: c.due_date })),
  )
  for (let attempt = 1; ; attempt++) {
    const planned = await plan(ctx, input)
    if (planned.before) return planned.before
    if (planned.atOnce !== undefined) return assignInBatches(ctx, input, planned.atOnce)
    const { workform, copySteps, bookkeeper, assignees, results } = planned
    const answer = { workform_id: workform.id, results }
    if (assignees.length === 0) return answer
    try {
      const steps = [...copySteps, ...assignSteps(ctx, { ...input, workform, bookkeeper, assignees })]
      return await commitOnce(ctx, steps, answer, ASSIGN_CONFLICTS)
    } catch (error) {
      // Something was assigned, edited or deleted in the meantime: read again.
      if (!isAppError(error, 'stale') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function assignInBatches(ctx: BookkeeperContext, input: Input, atOnce: number): Promise<AssignResult> {
  const batches = await inBatches(
    ctx,
    divide(input.clients, atOnce, () => 1),
    (batchCtx, clients) => assignWorkform(batchCtx, { ...input, clients }),
  )
  return {
    workform_id: batches[0]?.workform_id ?? input.workform_id,
    results: batches.flatMap(({ results }) => results),
  }
}
