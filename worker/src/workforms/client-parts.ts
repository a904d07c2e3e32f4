import { SECTIONS_PER_BATCH } from '@portal/contract/limits'
import { and, count, eq, max, type SQL, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { bookClientWorkforms, bookFormSubmissions } from '../db/schema/index.ts'

/*
 * Changes of a workform apply to the sections of all clients who have it. Those of many clients are divided into
 * batches, so that the database is free for others in between.
 */

/** A client who has the workform, and how many of its sections. */
export interface Holder {
  client_id: string
  submission_id: string
  sections: number
}

/** Returns a query for the clients who have sections of a workform. @param condition on the sections */
export const holdersOf = ({ db }: BookkeeperContext, workformId: string, condition?: SQL) => {
  const { client_id, workform_id, submission_id } = bookClientWorkforms
  return db
    .select({ client_id, submission_id: sql<string>`${max(submission_id)}`.as('submission'), sections: count() })
    .from(bookClientWorkforms)
    .where(and(eq(workform_id, workformId), condition))
    .groupBy(client_id)
}

/**
 * Returns the clients in parts of as many as one batch changes.
 * @param sections that each client has afterwards
 */
export function partsOf(holders: readonly Holder[], sections: number): Holder[][] {
  const parts: Holder[][] = []
  let room = 0
  for (const holder of holders) {
    const size = Math.max(holder.sections, sections)
    if (room < size) {
      parts.push([])
      room = SECTIONS_PER_BATCH
    }
    parts.at(-1)?.push(holder)
    room -= size
  }
  return parts
}

/** Returns a condition: the client is in the part, or there is none. */
export const inPart = (clients: readonly string[] | undefined, clientId: SQL): SQL =>
  clients ? sql`${clientId} IN (SELECT value FROM json_each(${JSON.stringify(clients)}))` : sql`TRUE`

/** Returns a condition: the submission is of the workform and, if given, of one of the clients. */
export const isOfPart = (workformId: string, clients: readonly string[] | undefined): SQL =>
  sql`${eq(bookFormSubmissions.form_id, workformId)} AND ${inPart(clients, sql`${bookFormSubmissions.client_id}`)}`
