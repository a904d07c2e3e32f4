import type { DownloadScope } from '@portal/contract/review'
import { type SQL, sql } from 'drizzle-orm'
import { MAX_ZIP_FILES } from '@portal/contract/limits'
import type { Database } from '../db/client.ts'
import { AppError, found } from '../errors.ts'

/** A submitted file with its field, section, workform and client. */
export interface ArchiveFile {
  id: string
  name: string
  path: string
  size: number
  sha256: string
  created_at: string
  field_id: string
  field: string
  assignment_id: string
  section: string
  submitted_at: string | null
  workform_id: string
  workform: string
  client_id: string
  client: string
  email: string
}

/**
 * Returns the submitted files of a scope, sorted by client, workform and section.
 * @throws AppError `not_found` when there are none or they belong to another bookkeeper, `too_large` when there are too
 *   many for one download
 */
export async function archiveFiles(
  db: Database,
  userId: string,
  { assignment, workform, client }: DownloadScope,
): Promise<ArchiveFile[]> {
  const within: SQL[] = [
    ...(assignment ? [sql`a.id = ${assignment}`] : []),
    ...(workform ? [sql`a.workform_id = ${workform}`] : []),
    ...(client ? [sql`a.client_id = ${client}`] : []),
  ]
  const files = await db.all<ArchiveFile>(sql`
    SELECT f.id, f.name, f.path, f.size, f.sha256, f.created_at, f.field_id,
      coalesce((SELECT d.value ->> 'name' FROM json_each(v.fields) d WHERE d.value ->> 'id' = f.field_id), '') AS field,
      a.id AS assignment_id, a.section_name AS section, a.submitted_at, w.id AS workform_id, w.name AS workform,
      c.id AS client_id, coalesce(nullif(c.name, ''), c.email) AS client, c.email
    FROM book_client_workforms a
      CROSS JOIN files f ON f.assignment_id = a.id AND f.purpose = 'answer' AND f.state = 'stored'
      CROSS JOIN book_form_submissions s ON s.id = a.submission_id AND instr(s.data, f.id) > 0
      JOIN book_clients c ON c.id = a.client_id AND c.bookkeeper_id = ${userId}
      JOIN book_workforms w ON w.id = a.workform_id
      JOIN workform_versions v ON v.id = a.workform_version_id
    WHERE a.assigned_by = ${userId} AND ${sql.join(within, sql` AND `)}
    ORDER BY c.name COLLATE NOCASE, c.id, w.name COLLATE NOCASE, w.id, a.position, a.id, f.created_at, f.id
    LIMIT ${MAX_ZIP_FILES + 1}`)
  found(files[0])
  if (files.length > MAX_ZIP_FILES) {
    throw new AppError('too_large', {
      detail: `These are more than ${MAX_ZIP_FILES} files. Download them client by client.`,
    })
  }
  return files
}

/** Returns the name of the download, without extension. */
export function archiveTitle(
  { assignment, workform, client }: DownloadScope,
  { client: person, workform: form, section }: ArchiveFile,
): string {
  const parts = assignment ? [person, form, section] : [...(client ? [person] : []), ...(workform ? [form] : [])]
  return parts.join(' - ')
}
