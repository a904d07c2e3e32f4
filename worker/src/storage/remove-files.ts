import type { SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type Step, step } from '../db/write.ts'
import { type SqlValue, toStatement } from '../db/statement.ts'
import { enqueueEach } from '../outbox/enqueue.ts'

/** A condition on the columns of a table, with its arguments. */
export interface Condition {
  where: string
  args: readonly SqlValue[]
}

function conditionOf(condition: SQL | Condition): Condition {
  if ('where' in condition) return condition
  const { sql, args } = toStatement(condition)
  return { where: sql, args: args as SqlValue[] }
}

/** Objects that the bucket removes in one call. */
const OBJECTS_PER_PURGE = 1000

/**
 * Returns steps that remove uploaded files. Rows and open uploads go with the batch, objects after it.
 * @param condition on the columns of files
 */
export function removeFiles(ctx: Pick<Context, 'now'>, condition: SQL | Condition): Step[] {
  const { where, args } = conditionOf(condition)
  return [
    enqueueEach(ctx, 'purge', {
      sql: `SELECT 'files:' || client_id AS recipient, json_object('paths', json_group_array(path), 'uploads',
              json_group_array(json_object('path', path, 'upload_id', upload_id)) FILTER (WHERE upload_id IS NOT NULL)
            ) AS payload
            FROM (SELECT client_id, path,
                    (SELECT u.upload_id FROM file_uploads u WHERE u.file_id = files.id) AS upload_id,
                    (row_number() OVER (PARTITION BY client_id) - 1) / ${OBJECTS_PER_PURGE} AS lot
                  FROM files WHERE state <> 'removed' AND (${where})) GROUP BY client_id, lot`,
      args,
    }),
    step({
      sql: `DELETE FROM file_uploads WHERE file_id IN (SELECT id FROM files WHERE state <> 'removed' AND (${where}))`,
      args,
    }),
    step({ sql: `UPDATE files SET state = 'removed' WHERE state <> 'removed' AND (${where})`, args }),
  ]
}
