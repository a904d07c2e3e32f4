import { and, eq, exists, isNull, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../platform/db/client.ts'
import { chatMessages, chatThreads } from '../../platform/db/schema/index.ts'
import { clientContains } from '../../platform/search/client-search.ts'
import { containsFolded } from '../../platform/search/contains-folded.ts'

const said = alias(chatMessages, 'said')

/** The shortest text, in characters, that is searched in messages. */
const MESSAGE_MIN = 3

/**
 * Returns a condition for threads whose client or messages contain the text. One or two letters are searched in the
 * clients only, because almost every message contains them.
 */
export function threadContains(db: Database, q: string): SQL | undefined {
  const client = clientContains(q, 'all')
  if (Array.from(q).length < MESSAGE_MIN) return client
  const messages = db
    .select({ id: said.id })
    .from(said)
    .where(and(eq(said.thread_id, chatThreads.id), isNull(said.deleted_at), containsFolded(q, said.message)))
  return or(client, exists(messages))
}
