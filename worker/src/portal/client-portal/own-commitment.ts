import { and, eq, gt, isNull, min, sql } from 'drizzle-orm'
import type { ClientContext } from '../../context.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../platform/db/client-time-zone.ts'
import {
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  commitments,
  profiles,
} from '../../platform/db/schema/index.ts'
import { isOpen } from '../../platform/db/section-phase.ts'
import { AppError, found } from '../../errors.ts'

/** Selects the client's assignment of a workform, with its open commitment. */
function assignmentQuery({ db, actor, now }: ClientContext, workformId: string) {
  const { submission_id, status, due_date, hidden_by } = bookClientWorkforms
  // A promise that was withdrawn counts for how long the client has promised.
  const isAhead = and(isNull(commitments.sent_at), gt(commitments.ends_at, now.toISOString()))
  const open = sql`CASE WHEN ${isOpen(status)} THEN ${due_date} END`
  return db
    .select({
      submission_id,
      bookkeeper_id: bookClients.bookkeeper_id,
      client_name: bookClients.name,
      workform_name: bookWorkforms.name,
      time_zone: CLIENT_TIME_ZONE,
      is_archived: sql`max(${hidden_by} IS NOT NULL)`.mapWith(Boolean),
      has_open: sql`max(${isOpen(status)})`.mapWith(Boolean),
      /** The earliest due date of what is left to send. */
      due: min(open) as unknown as typeof due_date,
      promised: sql<string | null>`max(CASE WHEN NOT ${commitments.withdrawn} THEN ${commitments.day} END)`,
      promised_since: min(commitments.made_at),
    })
    .from(bookClientWorkforms)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, submission_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(clientProfiles, isClientProfile)
    .leftJoin(commitments, and(eq(commitments.submission_id, submission_id), isAhead))
    .where(and(eq(bookClientWorkforms.client_id, actor.clientId), eq(bookClientWorkforms.workform_id, workformId)))
    .groupBy(submission_id)
}
export type OwnAssignment = Awaited<ReturnType<typeof assignmentQuery>>[number]

/**
 * Reads an assignment that the client can promise to send.
 * @throws AppError `not_found`, `archived`, `section_locked` when nothing is left to send
 */
export async function ownAssignment(ctx: ClientContext, workformId: string): Promise<OwnAssignment> {
  const assignment = found((await assignmentQuery(ctx, workformId))[0])
  if (assignment.is_archived) throw new AppError('archived', { detail: 'Your bookkeeper has archived this workform.' })
  if (!assignment.has_open) throw new AppError('section_locked', { detail: 'You have already sent everything.' })
  return assignment
}
