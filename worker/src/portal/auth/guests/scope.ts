import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Actor } from '../../../context.ts'
import { bookClientWorkforms, contributions, files } from '../../../platform/db/schema/index.ts'

/** What a guest session is limited to. For other sessions, these conditions exclude nothing. */

type MaybeGuest = Pick<Actor, 'guest'>

/** Returns the condition for an id of `book_client_workforms`: the section of the guest session. */
export const sectionInScope = ({ guest }: MaybeGuest, assignmentId: SQLiteColumn): SQL | undefined =>
  guest && eq(assignmentId, guest.assignmentId)

/** Returns the condition for `files`: answers to the question or the section of the guest session. */
export const fileInScope = ({ guest }: MaybeGuest): SQL | undefined =>
  guest &&
  and(
    eq(files.purpose, 'answer'),
    eq(files.assignment_id, guest.assignmentId),
    guest.fieldId === null ? undefined : eq(files.field_id, guest.fieldId),
  )

/** Returns the condition for `files` that the session may remove: of a section, those that came through its link. */
export const removableInScope = ({ guest }: MaybeGuest): SQL | undefined =>
  and(
    fileInScope({ guest }),
    guest?.fieldId === null
      ? sql`EXISTS (SELECT 1 FROM ${contributions} WHERE ${contributions.assignment_id} = ${guest.assignmentId}
          AND ${contributions.file_id} = ${files.id} AND ${contributions.link_id} = ${guest.linkId})`
      : undefined,
  )

/** Returns the fields of a section that the session may see and answer. */
export const fieldsInScope = <F extends { id: string }>({ guest }: MaybeGuest, fields: readonly F[]): F[] =>
  fields.filter(({ id }) => !guest || guest.fieldId === null || id === guest.fieldId)

/** Returns the condition for an element of `json_each` over the fields of a row of `book_client_workforms`. */
export const elementInScope = ({ guest }: MaybeGuest, element: SQL): SQL =>
  guest
    ? sql`(${bookClientWorkforms.id} = ${guest.assignmentId} AND ${
        guest.fieldId === null
          ? sql`${element} ->> '$.section' = ${bookClientWorkforms.section_name}`
          : sql`${element} ->> '$.id' = ${guest.fieldId}`
      })`
    : sql`1`
