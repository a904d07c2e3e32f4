import type { AssignResult, AssignWorkform } from '@portal/contract/assignments'
import type { z } from 'zod'
import type { BookkeeperContext } from '../context.ts'
import { storedAnswer, readStoredAnswer } from '../db/stored-answer.ts'
import { commitOnce } from '../db/write.ts'
import { AppError, found } from '../errors.ts'
import { takeStarter } from '../workforms/starters/take.ts'
import { ASSIGN_CONFLICTS, type Assignee, assignSteps } from './assign-steps.ts'
import {
  assignableWorkform,
  bookkeeperOf,
  missingSections,
  ownClients,
  sectionsHeld,
  submissionsHeld,
  versionsHeld,
} from './assignable.ts'
import { checkDueDates } from '../time/due-date.ts'

type Input = z.output<typeof AssignWorkform>

/** Tries when the workform or the clients keep changing under the request. */
const TRIES = 3

/** @throws AppError `invalid_input` when a client is named twice: which due date should hold? */
function checkTwice(clients: Input['clients']): void {
  const seen = new Set<string>()
  const errors = clients.flatMap(({ client_id }, i) => {
    if (!seen.has(client_id)) {
      seen.add(client_id)
      return []
    }
    return [{ path: `clients.${i}.client_id`, message: 'This client is named twice.' }]
  })
  if (errors.length > 0) throw new AppError('invalid_input', { detail: 'This client is named twice.', errors })
}

async function plan(ctx: BookkeeperContext, input: Input) {
  const ids = input.clients.map((c) => c.client_id)
  const [before, [row], [bookkeeper], clients, held, versions, submissions] = await ctx.db.batch([
    storedAnswer(ctx),
    assignableWorkform(ctx, input.workform_id),
    bookkeeperOf(ctx),
    ownClients(ctx, ids),
    sectionsHeld(ctx, input.workform_id, ids),
    versionsHeld(ctx, input.workform_id, ids),
    submissionsHeld(ctx, input.workform_id, ids),
  ])
  const answered = readStoredAnswer(ctx, before) as AssignResult | undefined
  if (answered) return { before: answered }
  const { workform, steps } = takeStarter(ctx, input.workform_id, row)
  const missing = missingSections(workform, held, versions)
  const assignees: Assignee[] = []
  const results: AssignResult['results'] = input.clients.map(({ client_id, due_date }) => {
    const client = clients.find((c) => c.id === client_id)
    if (!client)
      return {
        client_id,
        client_name: null,
        ok: false,
        sections: 0,
        differs: false,
        reason: 'This client was not found.',
      }
    if (client.declined)
      return {
        client_id,
        client_name: client.name,
        ok: false,
        sections: 0,
        differs: false,
        reason: 'This person has declined to become your client.',
      }
    const sections = missing(client_id)
    const submissionId = submissions.find((s) => s.client_id === client_id)?.id ?? null
    if (sections.length > 0) assignees.push({ client, dueDate: due_date, sections, submissionId, mail: true })
    const reason = sections.length > 0 ? null : 'Already assigned.'
    const other = (h: (typeof held)[number]): boolean =>
      h.due_date !== due_date || (input.notes !== null && h.notes !== input.notes)
    const differs = sections.length === 0 && held.some((h) => h.client_id === client_id && other(h))
    return { client_id, client_name: client.name, ok: true, sections: sections.length, differs, reason }
  })
  return { workform, taking: steps, bookkeeper: found(bookkeeper), assignees, results }
}

/**
 * Assigns a workform, or a copy of a built-in starter, to up to 200 clients, in one read and one batch. Sections a client has already are skipped; a client that is not
 * the bookkeeper's, or has declined, fails alone; the others are assigned.
 * @throws AppError `not_found` (the workform), `past_due_date`, `invalid_input`, `stale`
 */
export async function assignWorkform(ctx: BookkeeperContext, input: Input): Promise<AssignResult> {
  checkTwice(input.clients)
  checkDueDates(
    ctx,
    input.clients.map((c, i) => ({ path: `clients.${i}.due_date`, date: c.due_date })),
  )
  for (let tries = 1; ; tries++) {
    const planned = await plan(ctx, input)
    if (planned.before) return planned.before
    const { workform, taking, bookkeeper, assignees, results } = planned
    const answer = { workform_id: workform.id, results }
    if (assignees.length === 0) return answer
    try {
      const steps = [...taking, ...assignSteps(ctx, { workform, bookkeeper, notes: input.notes, assignees })]
      return await commitOnce(ctx, steps, answer, ASSIGN_CONFLICTS)
    } catch (error) {
      // Somebody assigned, edited or deleted meanwhile: what is left to do is known after another look.
      if (!(error instanceof AppError) || error.code !== 'stale' || tries === TRIES) throw error
    }
  }
}
