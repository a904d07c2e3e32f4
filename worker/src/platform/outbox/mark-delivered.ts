import { and, isNull, sql } from 'drizzle-orm'
import { outbox } from '../db/schema/index.ts'
import { build, type Query } from '../db/statement.ts'

/**
 * Returns a query that marks rows as delivered. Payloads of mails (codes, links), push messages (addresses) and
 * documents (large) are not kept.
 */
export const markDelivered = (seqs: readonly number[], now: string): Query =>
  build
    .update(outbox)
    .set({
      done_at: now,
      tries: sql`${outbox.tries} + 1`,
      last_error: null,
      payload: sql`iif(${outbox.kind} IN ('mail', 'push', 'document'), '{}', ${outbox.payload})`,
    })
    // More rows than a list of values may have.
    .where(and(isNull(outbox.done_at), sql`${outbox.seq} IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`))
