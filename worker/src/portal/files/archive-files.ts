import { formatCount } from '@portal/contract/counts'
import { MAX_ZIP_FILES } from '@portal/contract/limits'
import type { DownloadScope } from '@portal/contract/review'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import {
  bookClients,
  bookClientWorkforms,
  bookFormSubmissions,
  bookWorkforms,
  files,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { AppError, found } from '../../errors.ts'

const fieldName = sql<string>`coalesce((SELECT d.value ->> 'name' FROM json_each(${workformVersions.fields}) d
  WHERE d.value ->> 'id' = ${files.field_id}), '')`

/** Selects the submitted files of a scope with their field, section, workform and client. */
const submittedFiles = (db: Database, userId: string, { assignment, workform, client }: DownloadScope) =>
  db
    .select({
      id: files.id,
      name: files.name,
      path: files.path,
      size: files.size,
      sha256: files.sha256,
      created_at: files.created_at,
      field: fieldName,
      assignment_id: bookClientWorkforms.id,
      section: bookClientWorkforms.section_name,
      submitted_at: bookClientWorkforms.submitted_at,
      workform_id: bookWorkforms.id,
      workform: bookWorkforms.name,
      client_id: bookClients.id,
      client: sql<string>`coalesce(nullif(${bookClients.name}, ''), ${bookClients.email})`,
      email: bookClients.email,
    })
    .from(bookClientWorkforms)
    .innerJoin(bookClients, eq(bookClients.id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, bookClientWorkforms.submission_id))
    .innerJoin(files, eq(files.assignment_id, bookClientWorkforms.id))
    .where(
      and(
        eq(bookClientWorkforms.assigned_by, userId),
        eq(bookClients.bookkeeper_id, userId),
        assignment ? eq(bookClientWorkforms.id, assignment) : undefined,
        workform ? eq(bookClientWorkforms.workform_id, workform) : undefined,
        client ? eq(bookClientWorkforms.client_id, client) : undefined,
        eq(files.purpose, 'answer'),
        // With `= 'stored'`, SQLite would read the stored files of all firms.
        notInArray(files.state, ['pending', 'removed']),
        sql`instr(${bookFormSubmissions.data}, ${files.id}) > 0`,
      ),
    )
    .orderBy(
      bookClients.name_order,
      bookClients.id,
      bookWorkforms.name_order,
      bookWorkforms.id,
      bookClientWorkforms.position,
      bookClientWorkforms.id,
      files.created_at,
      files.id,
    )
    .limit(MAX_ZIP_FILES + 1)

/** A submitted file with its field, section, workform and client. */
export type ArchiveFile = Awaited<ReturnType<typeof submittedFiles>>[number]

/**
 * Returns the submitted files of a scope, sorted by client, workform and section.
 * @throws AppError `not_found` when there are none or they belong to another bookkeeper, `too_large` when there are too
 *   many for one download
 */
export async function archiveFiles(db: Database, userId: string, scope: DownloadScope): Promise<ArchiveFile[]> {
  const submitted = await submittedFiles(db, userId, scope)
  found(submitted[0])
  if (submitted.length > MAX_ZIP_FILES) {
    throw new AppError('too_large', {
      detail: `These are more than ${formatCount(MAX_ZIP_FILES)} files. Download them client by client.`,
    })
  }
  return submitted
}

/** Returns the name of the download, without extension. */
export function archiveTitle(
  { assignment, workform, client }: DownloadScope,
  { client: person, workform: form, section }: ArchiveFile,
): string {
  const parts = assignment ? [person, form, section] : [...(client ? [person] : []), ...(workform ? [form] : [])]
  return parts.join(' - ')
}
