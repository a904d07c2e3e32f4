import { and, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../../platform/db/client.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { flaggedAnswers } from '../../../platform/db/flagged-answers.ts'
import {
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  bookWorkforms,
  profiles,
  sectionReviews,
  workformSectionStatuses,
  workformVersions,
} from '../../../platform/db/schema/index.ts'
import { ofSection } from '../../../platform/db/of-section.ts'
import type { SectionItem } from './collect.ts'
import { type DigestEntry, type DigestSource, type DueDigest, firstOfEach } from './digest-source.ts'

const clientProfiles = alias(profiles, 'client_profiles')

/** Selects the sections of a digest, as far as they still concern its sender and its reader. */
const reportedSections = (db: Database, { address, sender, items }: DueDigest<SectionItem>) =>
  db
    .select({
      assignment_id: bookClientWorkforms.id,
      client_id: bookClients.id,
      client_name: bookClients.name,
      client_email: bookClients.email,
      client_time_zone: clientProfiles.time_zone,
      workform_id: bookWorkforms.id,
      workform_name: bookWorkforms.name,
      section_name: bookClientWorkforms.section_name,
      status: bookClientWorkforms.status,
      submitted_at: bookClientWorkforms.submitted_at,
      decision: workformSectionStatuses.status,
      notes: workformSectionStatuses.notes,
      to_fix: flaggedAnswers,
      recall_requested_at: sectionReviews.recall_requested_at,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(profiles, eq(profiles.id, bookClientWorkforms.assigned_by))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(clientProfiles, eq(clientProfiles.id, bookClientAuth.auth_user_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .leftJoin(workformSectionStatuses, ofSection)
    .leftJoin(sectionReviews, eq(sectionReviews.assignment_id, bookClientWorkforms.id))
    .where(
      and(
        inArray(bookClientWorkforms.id, items.map(keyOf)),
        isShown(bookClientWorkforms.hidden_by),
        sender === '' ? eq(profiles.email, address) : and(eq(profiles.id, sender), eq(bookClients.email, address)),
      ),
    )
/** A section of a digest, with its client and the decision on it. */
export type ReportedSection = Awaited<ReturnType<typeof reportedSections>>[number]

const keyOf = ({ assignment_id }: { assignment_id: string }): string => assignment_id

/** Returns the entry about a section, compared with what the reader knew; undefined if there is nothing to report. */
export type DescribeSection = (section: ReportedSection, known: SectionItem, origin: string) => DigestEntry | undefined

/** Returns a source with an entry for each section. */
export const sectionNews = (describe: DescribeSection): DigestSource<SectionItem, ReportedSection> => ({
  query: reportedSections,
  entries: (rows, { items }, origin) =>
    firstOfEach(items, rows, keyOf).flatMap(({ item, row }) => describe(row, item, origin) ?? []),
})
