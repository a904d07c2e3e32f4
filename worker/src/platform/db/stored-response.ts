import { eq } from 'drizzle-orm'
import type { Context, SignedIn } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { idempotencyKeys } from './schema/index.ts'

/** Returns the id of the stored response. Keys are separate for each user and each route. */
export const responseKey = (ctx: Pick<Context, 'idempotencyKey' | 'target'>, userId: string): string =>
  `${userId}:${ctx.idempotencyKey ?? ''}:${ctx.target}`

type Keyed = Pick<Context, 'db' | 'idempotencyKey' | 'target'> & { actor: Pick<SignedIn['actor'], 'userId'> }
type StoredResponses = Awaited<ReturnType<typeof storedResponse>>

/**
 * Returns a query for the response stored under the request's Idempotency-Key. An operation that checks the current
 * state runs it with its own read, because a repeat must not be refused because of what the first request changed.
 */
export function storedResponse(ctx: Keyed) {
  return ctx.db
    .select({ answer: idempotencyKeys.answer, body_hash: idempotencyKeys.body_hash })
    .from(idempotencyKeys)
    .where(eq(idempotencyKeys.id, responseKey(ctx, ctx.actor.userId)))
}

/**
 * Returns the response to the first request with this key, or undefined if this is the first.
 * @throws AppError `idempotency_mismatch` when the key was used with another body
 */
export function readStoredResponse({ fingerprint }: Pick<Context, 'fingerprint'>, [before]: StoredResponses): unknown {
  if (!before) return undefined
  if (before.body_hash !== null && before.body_hash !== fingerprint) throw new AppError('idempotency_mismatch')
  return before.answer
}
