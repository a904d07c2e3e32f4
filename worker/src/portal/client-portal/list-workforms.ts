import type { PortalCommitment } from '@portal/contract/commitments'
import type { PortalSection, PortalWorkform, PortalWorkforms } from '@portal/contract/client-portal'
import { lastCommitmentDay } from '@portal/contract/commitment-rules'
import type { WorkformField } from '@portal/contract/fields'
import { phaseOf, statusForClient } from '@portal/contract/section-machine'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { ClientContext } from '../../context.ts'
import { isShown } from '../../platform/db/archived.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../platform/db/client-time-zone.ts'
import {
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  chatMessages,
  chatThreads,
  COMMENTED_SECTION,
  IS_COMMENT,
  profiles,
  sectionReviews,
  workformSectionStatuses,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { statusOf } from '../sections/own-section.ts'
import { sectionFields } from '../sections/section-content.ts'
import { answersToFix, recallOf } from '../sections/section-review.ts'
import { ofSection } from '../../platform/db/of-section.ts'
import { commitmentsOf, toCommitment } from '../sections/commitment-state.ts'
import { localTime } from '../../platform/time/time-zone.ts'

const ownFields = sql`FROM json_each(${workformVersions.fields}) f
  WHERE f.value ->> 'section' = ${bookClientWorkforms.section_name}`

const commentsOn = sql`FROM ${chatMessages} JOIN ${chatThreads} ON ${chatThreads.id} = ${chatMessages.thread_id}
  WHERE ${COMMENTED_SECTION} = ${bookClientWorkforms.id} AND ${IS_COMMENT}
    AND ${chatThreads.client_id} = ${bookClientWorkforms.client_id}`
const isNew = sql`${chatMessages.seq} > ${chatThreads.client_read} AND ${chatMessages.sender} <> 'client'`

const sectionsOf = ({ db, actor }: ClientContext) =>
  db
    .select({
      workform: {
        workform_id: bookWorkforms.id,
        name: bookWorkforms.name,
        description: bookWorkforms.description,
      },
      assigned_at: bookClientWorkforms.assigned_at,
      due_date: bookClientWorkforms.due_date,
      commitments: commitmentsOf(bookClientWorkforms.submission_id, 1),
      section: {
        assignment_id: bookClientWorkforms.id,
        name: bookClientWorkforms.section_name,
        version: bookClientWorkforms.version,
        // Counted in the database, because the fields themselves are not needed.
        field_count: sql<number>`(SELECT count(*) ${ownFields})`,
        required_count: sql<number>`(SELECT count(*) ${ownFields} AND f.value ->> 'required')`,
        comments: sql<number>`(SELECT count(*) ${commentsOn})`,
        new_comments: sql<number>`(SELECT count(*) ${commentsOn} AND ${isNew})`,
      },
      // The questions are only needed to name the answers that were sent back.
      fields: sql<
        WorkformField[]
      >`CASE WHEN ${sectionReviews.marks} LIKE '%"flagged"%' THEN ${sectionFields} ELSE '[]' END`.mapWith(
        workformVersions.fields,
      ),
      review: {
        // The first column decides whether there is a row, so it must not be nullable.
        marks: sectionReviews.marks,
        opened_version: sectionReviews.opened_version,
        recall_requested_at: sectionReviews.recall_requested_at,
      },
      status: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(and(eq(bookClientWorkforms.client_id, actor.clientId), isShown(bookClientWorkforms.hidden_by)))
    .orderBy(asc(bookClientWorkforms.position), asc(bookClientWorkforms.section_name))
type Row = Awaited<ReturnType<typeof sectionsOf>>[number]

function toSection({ section, notes, fields, review, ...row }: Row): PortalSection {
  const status = statusOf(row)
  return {
    ...section,
    status: statusForClient(status),
    rejection_reason: status === 'rejected' ? notes : null,
    to_fix: answersToFix(status, fields, review?.marks),
    recall: recallOf({ status, version: section.version, review }),
  }
}

const earliest = (rows: readonly Row[]): string | null =>
  rows.flatMap((row) => row.due_date ?? []).toSorted()[0] ?? null

/** Returns what the client has promised about a workform, and can promise; null when nothing is left to send. */
function toPromise(rows: readonly Row[], { time_zone, now }: Today): PortalCommitment | null {
  const open = rows.filter((row) => phaseOf(statusOf(row)) === 'open')
  if (open.length === 0) return null
  const [stored] = rows[0]?.commitments ?? []
  const promise = stored && toCommitment(stored, now)
  const dayOf = (at: Date): string => localTime(time_zone, at).day
  const since = stored && promise?.state === 'open' ? dayOf(new Date(stored.made_at)) : undefined
  return {
    day: promise && promise.state !== 'kept' ? promise.day : null,
    is_missed: promise?.state === 'missed',
    last_day: lastCommitmentDay(earliest(open), dayOf(now), since),
  }
}

/** The current time, and the client's time zone. */
interface Today {
  now: Date
  time_zone: string
}

/** Returns a workform, which has at least one section. It is due when its first section is. */
function toWorkforms(rows: readonly Row[], today: Today): PortalWorkform[] {
  return rows.slice(0, 1).map(({ workform }) => ({
    ...workform,
    due_date: earliest(rows),
    commitment: toPromise(rows, today),
    sections: rows.map(toSection),
  }))
}

const assignedAt = (rows: readonly Row[]): string =>
  rows
    .map((row) => row.assigned_at)
    .toSorted()
    .at(-1) ?? ''

/** Lists the client's workforms with their sections, the newest assignment first. Archived ones are left out. */
export async function listWorkforms(ctx: ClientContext): Promise<PortalWorkforms> {
  const { id, is_archived } = bookClients
  const [sections, [client]] = await ctx.db.batch([
    sectionsOf(ctx),
    ctx.db
      .select({ is_archived: sql`${is_archived}`.mapWith(Boolean), time_zone: CLIENT_TIME_ZONE })
      .from(bookClients)
      .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
      .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, id))
      .leftJoin(clientProfiles, isClientProfile)
      .where(eq(id, ctx.actor.clientId)),
  ])
  const today = { now: ctx.now, time_zone: client?.time_zone ?? ctx.actor.timeZone }
  const workforms = [...Map.groupBy(sections, (row) => row.workform.workform_id).values()]
  // Of several assigned at once, the newest workform is first, as in the bookkeeper's list.
  const keyOf = (rows: readonly Row[]): string => `${assignedAt(rows)} ${rows[0]?.workform.workform_id}`
  const newestFirst = workforms.toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  return { items: newestFirst.flatMap((rows) => toWorkforms(rows, today)), is_archived: client?.is_archived ?? false }
}
