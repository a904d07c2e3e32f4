/** Runs the tasks, so many at once, and gives what they gave in their order. */
export async function pooled<T>(tasks: readonly (() => Promise<T>)[], atOnce = 8): Promise<T[]> {
  const results: T[] = []
  let next = 0
  const work = async () => {
    for (let i = next++; i < tasks.length; i = next++) {
      const task = tasks[i]
      if (task) results[i] = await task()
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, work))
  return results
}
