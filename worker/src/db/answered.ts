import { eq } from 'drizzle-orm'
import type { SignedIn } from '../context.ts'
import { idempotencyKeys } from './schema/index.ts'

/**
 * A query for the answer that this request's Idempotency-Key was given before. A verb that judges by the present state runs it
 * beside its own read: a repeat must not be refused because of what its first try has changed.
 */
export function answeredBefore(ctx: SignedIn) {
  return ctx.db
    .select({ answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, `${ctx.actor.userId}:${ctx.idempotencyKey ?? ''}`))
}
