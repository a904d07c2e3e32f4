import type { Context } from '../context.ts'
import type { Step } from '../db/write.ts'
import { enqueue } from '../outbox/enqueue.ts'

/** Objects that R2 deletes in one call. */
const AT_ONCE = 1000

/** Steps that have the objects removed from the upload bucket once the batch is committed. `owner` names whose lane they wait in. */
export function purge(ctx: Pick<Context, 'now'>, owner: string, paths: readonly string[]): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < paths.length; i += AT_ONCE) {
    steps.push(enqueue(ctx, `files:${owner}`, 'purge', { paths: paths.slice(i, i + AT_ONCE) }))
  }
  return steps
}
