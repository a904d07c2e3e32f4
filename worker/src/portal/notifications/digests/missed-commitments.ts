import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import {
  bookClients,
  bookFormSubmissions,
  bookWorkforms,
  commitments,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { longDate } from '../../../platform/time/due-date.ts'
import type { CommitmentItem } from './collect.ts'
import { type DigestSource, type DueDigest, firstOfEach } from './digest-source.ts'

const keyOf = ({ commitment_id }: CommitmentItem): string => commitment_id

/** Selects the commitments of a digest of which something is still missing. */
const missedCommitments = (db: Database, { address, items }: DueDigest<CommitmentItem>) =>
  db
    .select({
      commitment_id: commitments.id,
      day: commitments.day,
      workform_id: bookWorkforms.id,
      workform_name: bookWorkforms.name,
      client_id: bookClients.id,
      client_name: bookClients.name,
    })
    .from(commitments)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, commitments.submission_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookFormSubmissions.form_id))
    .innerJoin(bookClients, eq(bookClients.id, bookFormSubmissions.client_id))
    .innerJoin(profiles, eq(profiles.id, commitments.bookkeeper_id))
    .where(
      and(
        inArray(commitments.id, items.map(keyOf)),
        eq(profiles.email, address),
        isNull(commitments.sent_at),
        // Null while it is archived.
        isNotNull(bookFormSubmissions.bookkeeper_id),
      ),
    )
type Row = Awaited<ReturnType<typeof missedCommitments>>[number]

/** Entries about what clients did not send as promised. */
export const missedCommitmentDigest: DigestSource<CommitmentItem, Row> = {
  query: missedCommitments,
  entries: (rows, { items }, origin) =>
    firstOfEach(items, rows, keyOf).map(({ row }) => ({
      subject: `Promise missed: ${row.workform_name}`,
      heading: 'Promise missed',
      line: `${row.client_name} did not send "${row.workform_name}" by ${longDate(row.day)}, as promised.`,
      action: {
        label: 'Open the submission',
        url: `${origin}/form-submissions?workform=${row.workform_id}&client=${row.client_id}`,
      },
    })),
}
