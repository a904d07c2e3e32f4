import type { SendMessage } from '@portal/contract/chat'
import { and, eq, sql } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import {
  bookClientWorkforms,
  bookWorkforms,
  chatThreads,
  type StoredAbout,
  workformVersions,
} from '../../platform/db/schema/index.ts'
import { AppError, found } from '../../errors.ts'
import { ownThreads } from './own-thread.ts'

/** The columns of a section that a message is about. */
export const SECTION_COLUMNS = {
  assignment_id: bookClientWorkforms.id,
  workform_id: bookClientWorkforms.workform_id,
  workform_name: bookWorkforms.name,
  section_name: bookClientWorkforms.section_name,
}

type About = Pick<SendMessage, 'about' | 'field_id'>

/** Selects the section, and the name of the question in it, that a message in one of the actor's threads is about. */
export const selectAbout = ({ db, actor }: SignedIn, threadId: string, { about = '', field_id = '' }: About) =>
  db
    .select({
      ...SECTION_COLUMNS,
      field_name: sql<string | null>`(SELECT f.value ->> 'name' FROM json_each(${workformVersions.fields}) f
        WHERE f.value ->> 'section' = ${bookClientWorkforms.section_name} AND f.value ->> 'id' = ${field_id})`,
    })
    .from(bookClientWorkforms)
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClientWorkforms.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .innerJoin(workformVersions, eq(workformVersions.id, bookClientWorkforms.workform_version_id))
    .where(and(eq(chatThreads.id, threadId), ownThreads(actor), eq(bookClientWorkforms.id, about)))

/**
 * Returns what a message is about, as it is stored.
 * @throws AppError `not_found` when the section is not the client's, or no longer has the question
 */
export function aboutOf(
  [row]: Awaited<ReturnType<typeof selectAbout>>,
  { about, field_id }: About,
): StoredAbout | null {
  if (about === undefined) return null
  const { field_name, ...section } = found(row)
  if (field_id === undefined) return section
  if (field_name === null) throw new AppError('not_found', { detail: 'This question is no longer in the section.' })
  return { ...section, field_id, field_name }
}
