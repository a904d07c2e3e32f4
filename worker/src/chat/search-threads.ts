import { type SQL, sql } from 'drizzle-orm'
import { rareMatches, cappedMatches, isTooShort, matchesText, scanLimit } from '../search/client-search.ts'
import { containsText, isAscii } from '../search/contains-text.ts'

const COLUMNS = [sql`c.name`, sql`c.email`, sql`c.company`]
const ORDER = sql`t.updated_at DESC, t.id DESC`

/**
 * Selects the threads whose client's name, email or company contains the text. As in the list of clients, rare
 * matches are found through the index, frequent ones by walking the list.
 */
function byClient(userId: string, q: string, where: SQL, limit: number): SQL {
  const walk = (most: SQL): SQL => sql`SELECT t.* FROM chat_threads t CROSS JOIN book_clients c
    WHERE c.id = t.client_id AND ${where} AND ${containsText(q, COLUMNS)} ORDER BY ${ORDER} LIMIT ${most}`
  if (isTooShort(q)) return walk(sql`${limit}`)
  const byHits = (hits: SQL): SQL => sql`SELECT t.* FROM ${hits} f CROSS JOIN book_clients c CROSS JOIN chat_threads t
    WHERE c.seq = f.seq AND t.client_id = c.id AND ${where} ORDER BY ${ORDER} LIMIT ${limit}`
  // The index folds the case of every alphabet, the walk only that of ASCII.
  if (!isAscii(q)) return byHits(sql`(SELECT rowid AS seq FROM clients_search WHERE ${matchesText(q)})`)
  return sql`
    WITH ${cappedMatches(userId, matchesText(q))}
    SELECT * FROM (${byHits(rareMatches)})
    UNION ALL
    SELECT * FROM (${walk(scanLimit(userId, limit))})`
}

/** Selects the threads with a message that contains the text, by walking them in order until a page is full. */
const byMessage = (
  q: string,
  where: SQL,
  limit: number,
): SQL => sql`SELECT t.* FROM chat_threads t WHERE ${where} AND EXISTS (
    SELECT 1 FROM chat_messages m
    WHERE m.thread_id = t.id AND m.deleted_at IS NULL AND ${containsText(q, [sql`m.message`])})
  ORDER BY ${ORDER} LIMIT ${limit}`

/**
 * Selects rows of chat_threads (alias t), latest first: all that match `where`, or those whose client or
 * messages contain the text. One or two letters are searched in the clients only, because almost every message
 * contains them.
 */
export function threadRows(userId: string, q: string | undefined, where: SQL, limit: number): SQL {
  if (!q) return sql`SELECT t.* FROM chat_threads t WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit}`
  const clients = byClient(userId, q, where, limit)
  if (isTooShort(q)) return clients
  return sql`SELECT * FROM (SELECT * FROM (${clients}) UNION SELECT * FROM (${byMessage(q, where, limit)}))
    ORDER BY updated_at DESC, id DESC LIMIT ${limit}`
}
