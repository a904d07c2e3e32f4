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

/**
 * Tables for a WITH: `few`, the `seq` of clients, of all firms, who hold the text; and `plan`, whose `walks` says that the bookkeeper's own list is
 * to be walked in its order instead: because it is short, or the text is frequent.
 */
export function fewOrWalk(userId: string, match: SQL): SQL {
  return sql`own AS MATERIALIZED (SELECT coalesce(sum(n), 0) AS n FROM ${clientCounts} WHERE bookkeeper_id = ${userId}),
    few AS MATERIALIZED (SELECT rowid AS seq FROM clients_search WHERE ${match} LIMIT (SELECT iif(n > ${FEW}, ${FEW + 1}, 0) FROM own)),
    plan AS MATERIALIZED (SELECT (SELECT n FROM own) <= ${FEW} OR (SELECT count(*) FROM few) > ${FEW} AS walks)`
}

/** What the walked list is limited to: none where the hits are looked up, which stops it before it begins. */
export const walkLimit = (limit: number): SQL => sql`(SELECT iif(walks, ${limit}, 0) FROM plan)`
/** The hits to look up; none where the list is walked. */
export const fewHits: SQL = sql.raw('(SELECT seq FROM few WHERE NOT (SELECT walks FROM plan))')
