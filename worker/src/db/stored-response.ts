import { eq } from 'drizzle-orm'
import type { Context, SignedIn } from '../context.ts'
import { AppError } from '../errors.ts'
import { idempotencyKeys } from './schema/index.ts'

/** Returns the id of the stored answer. Keys are separate for each user and each route. */
export const answerKey = (ctx: Pick<Context, 'idempotencyKey' | 'target'>, userId: string): string =>
  `${userId}:${ctx.idempotencyKey ?? ''}:${ctx.target}`

type Keyed = Pick<Context, 'db' | 'idempotencyKey' | 'target'> & { actor: Pick<SignedIn['actor'], 'userId'> }
type StoredAnswers = Awaited<ReturnType<typeof storedAnswer>>

/**
 * Returns a query for the answer stored under the request's Idempotency-Key. An operation that checks the current
 * state runs it with its own read, because a repeat must not be refused because of what the first request changed.
 */
export function storedAnswer(ctx: Keyed) {
  return ctx.db
    .select({ answer: idempotencyKeys.answer, body_hash: idempotencyKeys.body_hash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, answerKey(ctx, ctx.actor.userId)))
}

/**
 * Returns the answer to the first request with this key, or undefined if this is the first.
 * @throws AppError `idempotency_mismatch` when the key was used with another body
 */
export function readStoredAnswer({ fingerprint }: Pick<Context, 'fingerprint'>, [before]: StoredAnswers): unknown {
  if (!before) return undefined
  if (before.body_hash !== null && before.body_hash !== fingerprint) throw new AppError('idempotency_mismatch')
  return before.answer
}
