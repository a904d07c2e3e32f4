import type { Answers } from '@portal/contract/fields'
import type { Contribution } from '@portal/contract/guests'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Actor, ClientContext } from '../../context.ts'
import { contributions, guestLinks } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'

/*
 * Which answers and files of a section came through the link of another person. An answer keeps its entry until it is
 * changed; entries of answers and files that are gone are not shown.
 */

/**
 * Returns the column of a query with the entries of a section, for `contributionsTo`. A guest session gets those of its
 * own link.
 */
export const contributionsOf = (
  assignmentId: SQLiteColumn,
  { guest }: Pick<Actor, 'guest'> = {},
): SQL<Contribution[]> =>
  sql`(SELECT json_group_array(json_object('field_id', ${contributions.field_id},
      'file_id', nullif(${contributions.file_id}, ''), 'name', ${guestLinks.name}))
    FROM ${contributions} JOIN ${guestLinks} ON ${guestLinks.id} = ${contributions.link_id}
    WHERE ${contributions.assignment_id} = ${assignmentId}
      AND ${guest ? eq(contributions.link_id, guest.linkId) : sql`1`})`.mapWith(
    (json: string) => JSON.parse(json) as Contribution[],
  )

/** Returns the entries of answers and files that exist. */
export const contributionsTo = (answers: Answers, entries: readonly Contribution[]): Contribution[] =>
  entries.filter(({ field_id, file_id }) => {
    const answer = Object.hasOwn(answers, field_id) ? answers[field_id] : undefined
    if (file_id === null) return answer !== undefined
    return Array.isArray(answer) && answer.some((item) => typeof item !== 'string' && item.id === file_id)
  })

/** Returns the fields whose answers differ. */
function changedFields(before: Answers, after: Answers): string[] {
  const valueOf = (answers: Answers, id: string) => JSON.stringify(Object.hasOwn(answers, id) ? answers[id] : null)
  const ids = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...ids].filter((id) => valueOf(before, id) !== valueOf(after, id))
}

/**
 * Returns steps that record who has changed answers that are not files: the person of the link, in a guest session, or
 * the client, whose answers have no entry.
 */
export function attributeAnswers(
  { db, actor }: Pick<ClientContext, 'db' | 'actor'>,
  assignmentId: string,
  before: Answers,
  after: Answers,
): Step[] {
  const changed = changedFields(before, after)
  if (changed.length === 0) return []
  const { assignment_id, field_id, file_id } = contributions
  const outdated = and(eq(assignment_id, assignmentId), eq(file_id, ''), inArray(field_id, changed))
  const { guest } = actor
  const added = guest ? changed.filter((id) => Object.hasOwn(after, id)) : []
  return [
    step(db.delete(contributions).where(outdated)),
    ...(guest && added.length > 0
      ? [
          step(
            db
              .insert(contributions)
              .values(added.map((id) => ({ assignment_id: assignmentId, field_id: id, link_id: guest.linkId }))),
          ),
        ]
      : []),
  ]
}

/** Returns steps that record that a file came through a link; none unless the session may answer a whole section. */
export function attributeFile(
  { db, actor: { guest } }: Pick<ClientContext, 'db' | 'actor'>,
  file: { assignment_id: string; field_id: string; file_id: string },
): Step[] {
  return guest?.fieldId === null ? [step(db.insert(contributions).values({ ...file, link_id: guest.linkId }))] : []
}
