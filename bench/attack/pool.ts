import { inParallel } from './lib/requests.ts'

/** Old helper: use inParallel. */
export async function pooled<T>(tasks: readonly (() => Promise<T>)[], atOnce = 8): Promise<T[]> {
  const results: T[] = []
  await inParallel([...tasks.entries()], async ([i, task]) => void (results[i] = await task()), atOnce)
  return results
}
