import { and, eq, exists, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../db/client.ts'
import { bookClients, chatMessages, chatThreads } from '../db/schema/index.ts'
import { isTooShort, matchesText } from '../search/client-search.ts'
import { containsText, isAscii } from '../search/contains-text.ts'

const said = alias(chatMessages, 'said')

/**
 * Returns a condition for threads whose client or messages contain the text. One or two letters are searched in the
 * clients only, because almost every message contains them.
 */
export function threadContains(db: Database, q: string): SQL | undefined {
  const { seq, name, email, company } = bookClients
  // The index of clients folds the case of every alphabet, LIKE only that of ASCII.
  const client =
    isTooShort(q) || isAscii(q)
      ? containsText(q, [name, email, company])
      : sql`${seq} IN (SELECT rowid FROM clients_search WHERE ${matchesText(q)})`
  if (isTooShort(q)) return client
  const messages = db
    .select({ id: said.id })
    .from(said)
    .where(and(eq(said.thread_id, chatThreads.id), isNull(said.deleted_at), containsText(q, [said.message])))
  return or(client, exists(messages))
}
