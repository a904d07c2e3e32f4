import { UPLOAD_TTL_MS } from '../../../worker/contract/src/limits.ts'
import { checkAudit } from '../../../tools/operate/audit/verify-logs.ts'
import { stamped, toStatement } from '../../../worker/src/platform/db/statement.ts'
import { sweepObjects, sweepUnused, sweepUploads } from '../../../worker/src/portal/files/sweep.ts'
import { sha256 } from '../actors/upload.ts'
import { type Portal, query } from '../portal.ts'
import type { Tally } from '../report.ts'
import type { Scenario } from '../scenario.ts'

/** Checks that all side effects were delivered, conversations have no gaps, and the audit log is complete. */
export async function checkTables({ portal }: Scenario, tally: Tally): Promise<void> {
  const empty = async (check: string, sql: string) => tally.expect(check, sql, await query(portal, sql), [])
  await empty('outbox', 'SELECT kind, max(last_error) FROM outbox WHERE done_at IS NULL GROUP BY kind')
  await empty('outbox', 'SELECT * FROM mail_digests')
  await empty(
    'message numbers',
    `SELECT thread_id FROM chat_messages GROUP BY thread_id
      HAVING min(seq) <> 1 OR max(seq) <> count(*) OR count(DISTINCT seq) <> count(*)`,
  )
  await empty('audit chain', 'SELECT id FROM audit_log WHERE hash IS NULL')
  const { broken } = await checkAudit({ url: portal.sqld.url })
  tally.expect('audit chain', 'invalid entries', broken, [])
}

type Bucket = Parameters<typeof sweepObjects>[0]

/** Runs the portal's cleanup of files as if a day had passed. */
async function cleanUp({ database }: Portal, bucket: Bucket): Promise<void> {
  const later = new Date(Date.now() + 2 * UPLOAD_TTL_MS)
  const run: Parameters<typeof sweepObjects>[1] = async (queries) => {
    const statements = queries.map((q) => stamped(toStatement(q), ''))
    const results = await database.batch(
      statements.map(({ sql, args }) => ({ sql, args: [...args] })),
      'write',
    )
    return results.map((result) => result.rows as never)
  }
  await sweepUploads(bucket, run, later)
  await sweepUnused(bucket, run, later)
  await sweepObjects(bucket, run, undefined, later)
}

/** Checks that every file has its object, byte for byte, and that cleanup leaves no object without a file. */
export async function checkObjects({ portal }: Scenario, tally: Tally): Promise<void> {
  const bucket = (await portal.miniflare.getR2Bucket('UPLOADS')) as unknown as Bucket
  await cleanUp(portal, bucket)
  const sql = `SELECT id, path, sha256, state FROM files WHERE state <> 'removed'`
  const files = await query<{ id: string; path: string; sha256: string; state: string }>(portal, sql)
  for (const file of files) {
    const object = await bucket.get(file.path)
    const isKept = ['stored', 'replaced'].includes(file.state)
    const actual = { isKept, sha256: object && sha256(await object.bytes()) }
    tally.expect('stored objects', `file ${file.id}`, actual, { isKept: true, sha256: file.sha256 })
  }
  const paths = new Set(files.map((file) => file.path))
  const { objects, truncated } = await bucket.list()
  const orphans = objects.filter((object: { key: string }) => !paths.has(object.key))
  const listed = { orphans, truncated }
  tally.expect('no orphaned objects', 'objects', listed, { orphans: [], truncated: false })
}
