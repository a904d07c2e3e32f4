import { SECTIONS_PER_BATCH } from '@portal/contract/limits'
import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { bookClientWorkforms, bookFormSubmissions } from '../../platform/db/schema/index.ts'

/*
 * Changes of a workform apply to the sections of all clients who have it. Those of many clients are divided into
 * batches, so that the database is free for others in between.
 */

/** A client who has the workform, and how many of its sections. */
export interface AssignedClient {
  client_id: string
  sections: number
}

/**
 * Returns a query for the clients who have sections of a workform, by id.
 * @param after returns only clients after this id
 */
export const assignedClients = (db: Database, workformId: string, after = '', condition?: SQL) => {
  const { client_id, workform_id } = bookClientWorkforms
  return db
    .select({ client_id, sections: count() })
    .from(bookClientWorkforms)
    .where(and(eq(workform_id, workformId), gt(client_id, after), condition))
    .groupBy(client_id)
    .orderBy(client_id)
    .limit(SECTIONS_PER_BATCH)
}

/**
 * Returns a query for the clients who have sections of a workform, if one batch can change them. If not, it returns so
 * many of their sections that `batchSize` is less than all, without reading the others.
 */
export const clientsOfSmall = (db: Database, workformId: string, condition?: SQL) => {
  const { client_id, workform_id } = bookClientWorkforms
  const first = db
    .select({ client_id })
    .from(bookClientWorkforms)
    .where(and(eq(workform_id, workformId), condition))
    .limit(SECTIONS_PER_BATCH + 1)
    .as('first')
  return db.select({ client_id: first.client_id, sections: count() }).from(first).groupBy(first.client_id)
}

/**
 * Returns how many of the clients one batch can change: at least one.
 * @param sections that each client has afterwards
 */
export function batchSize(clients: readonly AssignedClient[], sections: number): number {
  let room = SECTIONS_PER_BATCH
  const full = clients.findIndex((client) => {
    room -= Math.max(client.sections, sections, 1)
    return room < 0
  })
  return full < 0 ? clients.length : Math.max(1, full)
}

/** Returns a condition: the client is one of these. Without a list, it always holds. */
export const isOneOf = (clients: readonly string[] | undefined, clientId: SQL): SQL =>
  clients ? sql`${clientId} IN (SELECT value FROM json_each(${JSON.stringify(clients)}))` : sql`TRUE`

/** Returns a condition: the submission is of the workform, and of one of the clients, if there is a list. */
export const isSubmissionOf = (workformId: string, clients: readonly string[] | undefined): SQL =>
  sql`${eq(bookFormSubmissions.form_id, workformId)} AND ${isOneOf(clients, sql`${bookFormSubmissions.client_id}`)}`
