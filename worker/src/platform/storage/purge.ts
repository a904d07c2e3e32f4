import type { Context } from '../../context.ts'
import type { Step } from '../db/write.ts'
import { enqueue } from '../outbox/enqueue.ts'
import type { OpenParts } from './parts.ts'

/** Most objects that R2 deletes in one call. */
const DELETE_MAX = 1000

/**
 * Returns steps that remove objects from the upload bucket and abort multipart uploads after the commit.
 * @param owner outbox recipient, whose rows are processed in order
 */
export function purge(
  ctx: Pick<Context, 'now'>,
  owner: string,
  paths: readonly string[],
  uploads: readonly OpenParts[] = [],
): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < paths.length; i += DELETE_MAX) {
    const now =
      i === 0 && uploads.length > 0 ? { uploads: uploads.map(({ path, upload_id }) => ({ path, upload_id })) } : {}
    steps.push(enqueue(ctx, `files:${owner}`, 'purge', { paths: paths.slice(i, i + DELETE_MAX), ...now }))
  }
  return steps
}
