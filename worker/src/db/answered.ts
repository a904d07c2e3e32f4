import { eq } from 'drizzle-orm'
import type { Context, SignedIn } from '../context.ts'
import { idempotencyKeys } from './schema/index.ts'

/** Under what the answer to this request is kept: one user's keys mean nothing to another, and nothing to another route. */
export const answerKey = (ctx: Pick<Context, 'idempotencyKey' | 'target'>, userId: string): string =>
  `${userId}:${ctx.idempotencyKey ?? ''}:${ctx.target}`

/**
 * A query for the answer that this request's Idempotency-Key was given before. A verb that judges by the present state runs it
 * beside its own read: a repeat must not be refused because of what its first try has changed.
 */
export function answeredBefore(ctx: SignedIn) {
  return ctx.db
    .select({ answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, answerKey(ctx, ctx.actor.userId)))
}
