import { and, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { files, fileUploads } from '../db/schema/index.ts'
import { build } from '../db/statement.ts'
import { type Step, step } from '../db/write.ts'
import { enqueueEach } from '../outbox/enqueue.ts'

/** Objects that the bucket removes in one call. */
const OBJECTS_PER_PURGE = 1000

/**
 * Returns steps that remove uploaded files. Rows and open uploads go with the batch, objects after it.
 * @param which a condition on the columns of files
 */
export function removeFiles(ctx: Pick<Context, 'now'>, which: SQL): Step[] {
  const removable = and(ne(files.state, 'removed'), which)
  const ids = build.select({ id: files.id }).from(files).where(removable)
  // The builder has no window functions.
  const purges = sql`
    SELECT 'files:' || client_id AS recipient, json_object('paths', json_group_array(path), 'uploads',
        json_group_array(json_object('path', path, 'upload_id', upload_id)) FILTER (WHERE upload_id IS NOT NULL)
      ) AS payload
    FROM (SELECT ${files.client_id}, ${files.path}, ${fileUploads.upload_id},
            (row_number() OVER (PARTITION BY ${files.client_id}) - 1) / ${OBJECTS_PER_PURGE} AS lot
          FROM ${files} LEFT JOIN ${fileUploads} ON ${fileUploads.file_id} = ${files.id} WHERE ${removable})
    GROUP BY client_id, lot`
  return [
    enqueueEach(ctx, 'purge', purges),
    step(build.delete(fileUploads).where(inArray(fileUploads.file_id, ids))),
    step(build.update(files).set({ state: 'removed' }).where(removable)),
  ]
}
