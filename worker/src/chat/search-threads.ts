import { type SQL, sql } from 'drizzle-orm'
import { rareMatches, cappedMatches, isTooShort, matchesText, scanLimit } from '../search/client-search.ts'
import { containsText, isAscii } from '../search/contains-text.ts'

const COLUMNS = [sql`c.name`, sql`c.email`, sql`c.company`]
const ORDER = sql`t.updated_at DESC, t.id DESC`

/**
 * Returns the threads whose client's name, e-mail or company holds the text. As with the list of clients, what is rare is found through
 * the index, what is frequent by walking the list.
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

/** Returns the threads in which a message holds the text: walks them in their order, and their messages, until a page is full. */
const byMessage = (
  q: string,
  where: SQL,
  limit: number,
): SQL => sql`SELECT t.* FROM chat_threads t WHERE ${where} AND EXISTS (
    SELECT 1 FROM chat_messages m WHERE m.thread_id = t.id AND m.deleted_at IS NULL AND ${containsText(q, [sql`m.message`])})
  ORDER BY ${ORDER} LIMIT ${limit}`

/**
 * Returns rows of chat_threads (alias t), the latest first: all that `where` lets through, or those whose client or messages hold the text.
 * A text of one or two letters is looked for in the clients alone: it is in every other message.
 */
export function threadRows(userId: string, q: string | undefined, where: SQL, limit: number): SQL {
  if (!q) return sql`SELECT t.* FROM chat_threads t WHERE ${where} ORDER BY ${ORDER} LIMIT ${limit}`
  const clients = byClient(userId, q, where, limit)
  if (isTooShort(q)) return clients
  return sql`SELECT * FROM (SELECT * FROM (${clients}) UNION SELECT * FROM (${byMessage(q, where, limit)}))
    ORDER BY updated_at DESC, id DESC LIMIT ${limit}`
}
