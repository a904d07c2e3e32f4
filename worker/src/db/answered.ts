import { eq } from 'drizzle-orm'
import type { Context, SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'
import { idempotencyKeys } from './schema/index.ts'

/** Under what the answer to this request is kept: one user's keys mean nothing to another, and nothing to another route. */
export const answerKey = (ctx: Pick<Context, 'idempotencyKey' | 'target'>, userId: string): string =>
  `${userId}:${ctx.idempotencyKey ?? ''}:${ctx.target}`

type Keyed = Pick<Context, 'db' | 'idempotencyKey' | 'target'> & { actor: Pick<SignedIn['actor'], 'userId'> }
type Answered = Awaited<ReturnType<typeof answeredBefore>>

/**
 * A query for the answer that this request's Idempotency-Key was given before. A verb that judges by the present state runs it
 * beside its own read: a repeat must not be refused because of what its first try has changed.
 */
export function answeredBefore(ctx: Keyed) {
  return ctx.db
    .select({ answer: idempotencyKeys.answer, body_hash: idempotencyKeys.body_hash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, answerKey(ctx, ctx.actor.userId)))
}

/**
 * Returns what the first try of this very request was answered, if there was one.
 * @throws AppError `idempotency_mismatch` where the key was used for another body
 */
export function answerOf({ fingerprint }: Pick<Context, 'fingerprint'>, [before]: Answered): unknown {
  if (!before) return undefined
  if (before.body_hash !== null && before.body_hash !== fingerprint) throw new AppError('idempotency_mismatch')
  return before.answer
}
