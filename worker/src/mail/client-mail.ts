import type { ClientMail } from '@portal/contract/mail'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import { found } from '../errors.ts'

interface Row {
  kind: 'bounced' | 'complained' | null
  reason: string
  at: string
  held: number
}

/**
 * Returns a client's delivery problem as reported by the mail provider. Complaints about another firm's mail are not
 * revealed.
 * @throws AppError `not_found`
 */
export async function getClientMail({ db, actor }: BookkeeperContext, clientId: string): Promise<ClientMail> {
  const [row] = await db.all<Row>(sql`
    SELECT m.kind, m.reason, m.at, iif(m.kind IS NULL, 0, (
        SELECT count(*) FROM outbox o WHERE o.bookkeeper_id = c.bookkeeper_id
        AND o.done_at IS NULL AND o.dead_at IS NOT NULL AND o.recipient = 'mail:' || c.email)) AS held
    FROM book_clients c LEFT JOIN mail_problems m ON m.email = c.email AND (m.firm_id = c.firm_id OR m.kind = 'bounced')
    WHERE c.id = ${clientId} AND c.bookkeeper_id = ${actor.userId} ORDER BY m.firm_id DESC LIMIT 1`)
  const { kind, reason, at, held } = found(row)
  return { problem: kind && { kind, reason, at, held } }
}
