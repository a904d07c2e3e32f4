import type { Statement } from '../db/statement.ts'

/** Returns a statement that marks rows as delivered. The payload of a sent mail (codes, links) is not kept. */
export const markDelivered = (seqs: readonly number[], now: string): Statement => ({
  sql: `UPDATE outbox SET done_at = ?, tries = tries + 1, last_error = NULL,
          payload = CASE kind WHEN 'mail' THEN '{}' ELSE payload END
        WHERE done_at IS NULL AND seq IN (SELECT value FROM json_each(?))`,
  args: [now, JSON.stringify(seqs)],
})
