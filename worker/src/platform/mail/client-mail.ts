import type { ClientMail } from '@portal/contract/mail'
import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, mailProblems, outbox } from '../db/schema/index.ts'
import { found } from '../../errors.ts'

/**
 * Returns a client's delivery problem as reported by the mail provider. Complaints about another firm's mail are not
 * revealed.
 * @throws AppError `not_found`
 */
export async function getClientMail({ db, actor }: BookkeeperContext, clientId: string): Promise<ClientMail> {
  const isVisible = or(eq(mailProblems.firm_id, bookClients.firm_id), eq(mailProblems.kind, 'bounced'))
  const isHeld = and(
    eq(outbox.bookkeeper_id, actor.userId),
    isNull(outbox.done_at),
    isNotNull(outbox.dead_at),
    eq(outbox.recipient, sql`'mail:' || ${bookClients.email}`),
  )
  const [row] = await db
    .select({
      problem: { kind: mailProblems.kind, reason: mailProblems.reason, at: mailProblems.at },
      held: db.$count(outbox, isHeld),
    })
    .from(bookClients)
    .leftJoin(mailProblems, and(eq(mailProblems.email, bookClients.email), isVisible))
    .where(and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, actor.userId)))
    .orderBy(desc(mailProblems.firm_id))
    .limit(1)
  const { problem, held } = found(row)
  return { problem: problem && { ...problem, held } }
}
