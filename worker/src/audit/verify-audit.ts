import type { AuditVerdict } from '@portal/contract/audit'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import type { SqlValue, Statement } from '../db/statement.ts'
import { verifyEnd } from './verify-end.ts'
import { type ChainPlace, verifyPortion } from './verify-chain.ts'

/** Verifies a portion of the firm's audit log and, with the last portion, that its end was not cut off. */
export async function verifyAudit(ctx: BookkeeperContext, place: ChainPlace): Promise<AuditVerdict> {
  const { firmId } = ctx.actor
  const read = ({ sql: text, args }: Statement) => {
    const pieces = text.split('?')
    const query = sql.join(
      pieces.flatMap((piece, i) => (i === 0 ? [sql.raw(piece)] : [sql`${args[i - 1] ?? null}`, sql.raw(piece)])),
    )
    return ctx.db.all<Record<string, SqlValue>>(query)
  }
  const verdict = await verifyPortion(read, firmId, place)
  if (verdict.next || verdict.broken) return verdict
  const anchor = await ctx.env.WRITER.getByName('main').anchor(firmId)
  const missing = await verifyEnd(read, firmId, anchor)
  return { ...verdict, broken: missing ?? null }
}
