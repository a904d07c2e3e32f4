import type { Context } from '../context.ts'
import type { Step } from '../db/write.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { OpenParts } from './parts.ts'

/** Objects that R2 deletes in one call. */
const AT_ONCE = 1000

/**
 * Steps that have the objects removed from the upload bucket, and uploads in parts given up, once the batch is committed. `owner` names
 * whose lane they wait in.
 */
export function purge(
  ctx: Pick<Context, 'now'>,
  owner: string,
  paths: readonly string[],
  uploads: readonly OpenParts[] = [],
): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < paths.length; i += AT_ONCE) {
    const now =
      i === 0 && uploads.length > 0 ? { uploads: uploads.map(({ path, upload_id }) => ({ path, upload_id })) } : {}
    steps.push(enqueue(ctx, `files:${owner}`, 'purge', { paths: paths.slice(i, i + AT_ONCE), ...now }))
  }
  return steps
}
