import { type SQL, sql } from 'drizzle-orm'
import { clientCounts } from '../db/schema/index.ts'

/**
 * The index of all three-letter parts of clients' names, e-mails and companies, and when a search goes through it. It holds the clients of all
 * firms: what it costs to ask grows with all that hold the parts of the text. Whoever has few clients has them looked through instead.
 */

/** Characters below which the index knows nothing. */
const TRIGRAM = 3

/** Rows up to which each is looked up or looked at, and beyond which walking a list in its own order soon meets a page full. */
export const FEW = 1000

/** Whether a text is too short for the index. */
export const isShort = (q: string): boolean => Array.from(q).length < TRIGRAM

/**
 * A condition on clients_search: the text, whatever its case, in one of the columns.
 * @param columns only these
 */
export function matching(q: string, columns?: readonly string[]): SQL {
  const phrase = `"${q.replaceAll('\0', '').replaceAll('"', '""')}"`
  return sql`clients_search MATCH ${columns ? `{${columns.join(' ')}} : ${phrase}` : phrase}`
}

// The shortest that says it: SQLite compiles a search anew each time, every mention of a table in a WITH with all that is in it, and that is most of
// what a search costs.
const size = (userId: string): SQL =>
  sql`(SELECT coalesce(sum(n), 0) FROM ${clientCounts} WHERE bookkeeper_id = ${userId})`
const FOUND = sql`(SELECT count(*) FROM few)`

/**
 * A table for a WITH: `few`, the `seq` of clients, of all firms, who hold the text; none where the bookkeeper has few clients, one too many where
 * the text is frequent. In both cases the bookkeeper's own list is to be walked in its order instead.
 */
export function fewOf(userId: string, match: SQL): SQL {
  return sql`few AS MATERIALIZED (SELECT rowid AS seq FROM clients_search WHERE ${match} LIMIT iif(${size(userId)} > ${FEW}, ${FEW + 1}, 0))`
}

/** What the walked list is limited to: none where the hits are looked up, which stops it before it begins. */
export const walkLimit = (userId: string, limit: number): SQL =>
  sql`iif(${FOUND} > ${FEW} OR ${size(userId)} <= ${FEW}, ${limit}, 0)`
/** The hits to look up; none where the list is walked. */
export const fewHits: SQL = sql`(SELECT seq FROM few WHERE ${FOUND} <= ${FEW})`
