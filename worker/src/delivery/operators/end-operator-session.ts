import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../platform/crypto/secrets.ts'
import { operatorSessions } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'

/** Ends a session of the operator page. Does nothing when it has ended before. */
export async function endOperatorSession(ctx: Context, token: string): Promise<void> {
  const open = and(eq(operatorSessions.token_hash, tokenHash(token)), isNull(operatorSessions.ended_at))
  await commit(ctx, [step(ctx.db.update(operatorSessions).set({ ended_at: ctx.now.toISOString() }).where(open))])
}
