import { type SQL, sql } from 'drizzle-orm'
import { containing, isAscii } from '../db/containing.ts'

/** Characters below which the trigram index knows nothing. */
const TRIGRAM = 3
/** Hits of the index up to which their threads are looked up one by one, and beyond which walking the list in its order is cheaper. */
const FEW = 1000

const COLUMNS = [sql`c.name`, sql`c.email`, sql`c.company`]
const ORDER = sql`t.updated_at DESC, t.id DESC`

/** An FTS5 phrase: the text itself, anywhere. */
const phrase = (q: string): string => `"${q.replaceAll('\0', '').replaceAll('"', '""')}"`

/**
 * Rows of chat_threads (alias t), the latest first: all that `where` lets through, or those whose client's name, e-mail or company holds
 * the text. As with the list of clients, what is rare is found through the index, what is frequent by walking the list.
 */
export function threadRows(q: string | undefined, where: SQL, limit: number): SQL {
  if (!q) return sql`SELECT t.* FROM chat_threads t WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit}`
  const walk = (most: SQL): SQL => sql`SELECT t.* FROM chat_threads t CROSS JOIN book_clients c
    WHERE c.id = t.client_id AND ${where} AND ${containing(q, COLUMNS)} ORDER BY ${ORDER} LIMIT ${most}`
  if (Array.from(q).length < TRIGRAM) return walk(sql`${limit}`)
  const byHits = (hits: SQL): SQL => sql`SELECT t.* FROM (${hits}) f CROSS JOIN book_clients c CROSS JOIN chat_threads t
    WHERE c.seq = f.seq AND t.client_id = c.id AND ${where} ORDER BY ${ORDER} LIMIT ${limit}`
  // The index folds the case of every alphabet, the walk only that of ASCII.
  if (!isAscii(q)) return byHits(sql`SELECT rowid AS seq FROM clients_search WHERE clients_search MATCH ${phrase(q)}`)
  return sql`
    SELECT * FROM (
      WITH few AS MATERIALIZED (SELECT rowid AS seq FROM clients_search WHERE clients_search MATCH ${phrase(q)} LIMIT ${FEW + 1})
      SELECT * FROM (${byHits(sql`SELECT seq FROM few WHERE (SELECT count(*) FROM few) <= ${FEW}`)})
      UNION ALL
      SELECT * FROM (${walk(sql`(SELECT iif(count(*) > ${FEW}, ${limit}, 0) FROM few)`)}))`
}
