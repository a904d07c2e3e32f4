import type { ClientDetail } from '@portal/contract/clients'
import { and, desc, eq } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { commitmentsOf, toCommitment } from '../sections/commitment-state.ts'
import { timePerSide, toTimePerSide } from '../sections/time-per-side.ts'
import { ofSection } from '../../platform/db/of-section.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  emailChanges,
  workformSectionStatuses,
} from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { isOwnClient, ownClient } from './own-client.ts'
import { workformStatus } from './summary.ts'

/** Returns a query for the latest request to change the client's address. */
const emailChangeOf = (ctx: BookkeeperContext, clientId: string) =>
  ctx.db
    .select({
      email: emailChanges.email,
      asked_at: emailChanges.created_at,
      expires_at: emailChanges.expires_at,
      outcome: emailChanges.outcome,
    })
    .from(emailChanges)
    .innerJoin(bookClients, eq(bookClients.id, emailChanges.client_id))
    .where(isOwnClient(ctx, clientId))
    .orderBy(desc(emailChanges.created_at))
    .limit(1)

function toEmailChange(ctx: BookkeeperContext, row: Awaited<ReturnType<typeof emailChangeOf>>[number] | undefined) {
  if (!row || row.outcome === 'confirmed') return null
  const state = row.outcome === 'refused' ? 'refused' : row.expires_at > ctx.now.toISOString() ? 'waiting' : 'expired'
  return { email: row.email, asked_at: row.asked_at, state } as const
}

function sectionsOf(ctx: BookkeeperContext, clientId: string) {
  return ctx.db
    .select({
      workform_id: bookClientWorkforms.workform_id,
      workform_name: bookWorkforms.name,
      assigned_at: bookClientWorkforms.assigned_at,
      due_date: bookClientWorkforms.due_date,
      name: bookClientWorkforms.section_name,
      position: bookClientWorkforms.position,
      assignment_status: bookClientWorkforms.status,
      status: workformSectionStatuses.status,
      hidden_by: bookClientWorkforms.hidden_by,
      ...timePerSide(ctx.now),
      commitments: commitmentsOf(bookClientWorkforms.submission_id, COMMITMENTS_SHOWN),
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .where(and(eq(bookClientWorkforms.client_id, clientId), eq(bookClientWorkforms.assigned_by, ctx.actor.userId)))
    .orderBy(desc(bookClientWorkforms.assigned_at), desc(bookClientWorkforms.workform_id))
}
type SectionRow = Awaited<ReturnType<typeof sectionsOf>>[number]

/** Promises of a workform that are shown: the latest. */
const COMMITMENTS_SHOWN = 20

function toWorkform(newest: SectionRow, rows: readonly SectionRow[], now: Date): ClientDetail['workforms'][number] {
  const dates = rows.flatMap((r) => r.due_date ?? []).toSorted()
  return {
    workform_id: newest.workform_id,
    workform_name: newest.workform_name,
    assigned_at: newest.assigned_at,
    due_date: dates[0] ?? null,
    is_archived: newest.hidden_by === 'assignment',
    commitments: newest.commitments.map((commitment) => toCommitment(commitment, now)),
    status: workformStatus(rows.map((r) => r.assignment_status)),
    sections: rows
      .toSorted((a, b) => a.position - b.position)
      .map((r) => ({ name: r.name, status: r.status ?? 'pending', days: toTimePerSide(r) })),
  }
}

/**
 * Returns a client with the assigned workforms, newest first.
 * @throws AppError `not_found`
 */
export async function getClient(ctx: BookkeeperContext, id: string): Promise<ClientDetail> {
  const [[client], rows, [change]] = await ctx.db.batch([
    ownClient(ctx, id),
    sectionsOf(ctx, id),
    emailChangeOf(ctx, id),
  ])
  const workforms = Map.groupBy(rows, (row) => row.workform_id)
  return {
    ...found(client),
    email_change: toEmailChange(ctx, change),
    workforms: [...workforms.values()].flatMap((sections) =>
      sections.slice(0, 1).map((s) => toWorkform(s, sections, ctx.now)),
    ),
  }
}
