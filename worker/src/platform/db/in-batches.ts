import type { Context } from '../../context.ts'

/** Divides items into batches that cost at most `max`. An item that costs more is a batch of its own. */
export function divide<T>(items: readonly T[], max: number, costOf: (item: T) => number): T[][] {
  const batches: T[][] = []
  let left = 0
  for (const item of items) {
    const cost = costOf(item)
    const batch = batches.at(-1)
    if (batch && cost <= left) batch.push(item)
    else {
      batches.push([item])
      left = max
    }
    left -= cost
  }
  return batches
}

/**
 * Runs an operation on the batches of a request, one after another, so that a large request does not keep the database
 * busy for long. Each batch has its own Idempotency-Key: when one fails, the earlier ones stay done, and a repeat of
 * the request returns their responses.
 * @returns the response of each batch
 */
export async function inBatches<C extends Context, T, R>(
  ctx: C,
  batches: readonly T[][],
  run: (ctx: C, batch: T[]) => Promise<R>,
): Promise<R[]> {
  const responses: R[] = []
  let from = 0
  for (const batch of batches) {
    const idempotencyKey = ctx.idempotencyKey && `${ctx.idempotencyKey}.${from}-${batch.length}`
    responses.push(await run({ ...ctx, idempotencyKey }, batch))
    from += batch.length
  }
  return responses
}
