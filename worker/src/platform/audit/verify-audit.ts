import type { AuditVerdict } from '@portal/contract/audit'
import { and, eq, inArray } from 'drizzle-orm'
import type { BookkeeperContext } from '../../context.ts'
import { auditLog } from '../db/schema/index.ts'
import { type ChainPlace, readPortion, verifyPortion } from './verify-chain.ts'
import { missingEnd } from './verify-end.ts'

/** Verifies a portion of the firm's audit log and, with the last portion, that its end was not cut off. */
export async function verifyAudit(ctx: BookkeeperContext, place: ChainPlace): Promise<AuditVerdict> {
  const { firmId } = ctx.actor
  const verdict = await verifyPortion(await readPortion(ctx.db, firmId, place.after), place)
  if (verdict.next || verdict.broken) return verdict
  const anchor = await ctx.env.WRITER.getByName('main').anchor(firmId)
  const places = [anchor?.seq, anchor?.missed?.seq].filter((seq) => seq !== undefined)
  const ends = await ctx.db
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .where(and(eq(auditLog.firm_id, firmId), inArray(auditLog.seq, places)))
  return { ...verdict, broken: missingEnd(anchor, ends) ?? null }
}
