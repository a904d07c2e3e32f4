import type { AuditVerdict } from '@portal/contract/audit'
import { sql } from 'drizzle-orm'
import type { BookkeeperContext } from '../context.ts'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { verifyEnd } from './verify-end.ts'
import { type ChainPlace, verifyPortion } from './verify-chain.ts'

/** Verifies a portion of the firm's trail, and, with the last one, that its end is still there. */
export async function verifyAudit(ctx: BookkeeperContext, place: ChainPlace): Promise<AuditVerdict> {
  const { firmId } = ctx.actor
  const read = ({ sql: text, args }: Statement) => {
    const parts = text.split('?')
    const query = sql.join(
      parts.flatMap((part, i) => (i === 0 ? [sql.raw(part)] : [sql`${args[i - 1] ?? null}`, sql.raw(part)])),
    )
    return ctx.db.all<Record<string, SqlValue>>(query)
  }
  const verdict = await verifyPortion(read, firmId, place)
  if (verdict.next || verdict.broken) return verdict
  const anchor = await ctx.env.WRITER.getByName('main').anchor(firmId)
  const lost = await verifyEnd(read, firmId, anchor)
  return { ...verdict, broken: lost ?? null }
}
