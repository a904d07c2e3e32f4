import type { Context } from '../context.ts'

/**
 * Runs an operation on `size` items of a request at a time, one after another, so that a large request does not keep
 * the database busy for long. Each batch has its own Idempotency-Key: when one fails, the earlier ones stay done, and a
 * repeat of the request returns their responses.
 * @returns the response of each batch
 */
export async function inBatches<C extends Context, T, R>(
  ctx: C,
  items: readonly T[],
  size: number,
  run: (ctx: C, batch: T[]) => Promise<R>,
): Promise<R[]> {
  const responses: R[] = []
  for (let from = 0; from < items.length; from += size) {
    const idempotencyKey = ctx.idempotencyKey && `${ctx.idempotencyKey}.${from}-${size}`
    responses.push(await run({ ...ctx, idempotencyKey }, items.slice(from, from + size)))
  }
  return responses
}
