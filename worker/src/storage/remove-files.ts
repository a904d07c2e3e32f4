import { and, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { files, fileUploads } from '../db/schema/index.ts'
import { build } from '../db/statement.ts'
import { type Step, step } from '../db/write.ts'
import { enqueueEach } from '../outbox/enqueue.ts'

/** Objects that the bucket removes in one call. */
const OBJECTS_PER_PURGE = 1000

/**
 * Returns steps that remove uploaded files. Rows and open uploads go with the batch, objects after it.
 * @param condition on the columns of files
 */
export function removeFiles(ctx: Pick<Context, 'now'>, condition: SQL): Step[] {
  const removed = and(ne(files.state, 'removed'), condition)
  return [
    enqueueEach(
      ctx,
      'purge',
      sql`SELECT 'files:' || client_id AS recipient, json_object('paths', json_group_array(path), 'uploads',
            json_group_array(json_object('path', path, 'upload_id', upload_id)) FILTER (WHERE upload_id IS NOT NULL)
          ) AS payload
          FROM (SELECT client_id, path,
                  (SELECT u.upload_id FROM file_uploads u WHERE u.file_id = files.id) AS upload_id,
                  (row_number() OVER (PARTITION BY client_id) - 1) / ${OBJECTS_PER_PURGE} AS lot
                FROM files WHERE ${removed}) GROUP BY client_id, lot`,
    ),
    step(
      build
        .delete(fileUploads)
        .where(inArray(fileUploads.file_id, build.select({ id: files.id }).from(files).where(removed))),
    ),
    step(build.update(files).set({ state: 'removed' }).where(removed)),
  ]
}
