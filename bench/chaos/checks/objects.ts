import { createHash } from 'node:crypto'
import { UPLOAD_TTL_MS } from '../../../worker/contract/src/limits.ts'
import type { Statement } from '../../../worker/src/db/writer/hrana.ts'
import { sweepObjects, sweepUnsent, sweepUploads } from '../../../worker/src/files/sweep.ts'
import type { World } from '../world.ts'
import { rows } from './rows.ts'
import { OVERALL, type Tally } from './tally.ts'

type Bucket = Parameters<typeof sweepObjects>[0]

/** The portal's own sweep, as it will run when a day has gone by. */
async function sweep({ stand }: World, bucket: Bucket): Promise<void> {
  const later = new Date(Date.now() + 2 * UPLOAD_TTL_MS)
  const run = async (statements: Statement[]) => {
    const results = await stand.db.batch(
      statements.map(({ sql, args }) => ({ sql, args: [...args] })),
      'write',
    )
    return results.map((r) => r.rows as unknown as Record<string, string | number | null>[])
  }
  await sweepUploads(bucket, run, later)
  await sweepUnsent(bucket, run, later)
  for (let from: string | undefined = ''; from !== undefined; )
    from = await sweepObjects(bucket, run, from || undefined, later)
}

interface Listed {
  objects: { key: string }[]
  truncated: boolean
  cursor?: string
}

async function keysOf(bucket: Bucket): Promise<string[]> {
  const keys: string[] = []
  for (let cursor: string | undefined; ; ) {
    const listed = (await bucket.list(cursor ? { cursor } : {})) as Listed
    keys.push(...listed.objects.map((o) => o.key))
    if (!listed.truncated) return keys
    cursor = listed.cursor
  }
}

/** Every stored file has its object, to the byte; after the sweep there is no object without a file. */
export async function checkObjects(world: World, tally: Tally): Promise<void> {
  const bucket = (await world.stand.miniflare.getR2Bucket('UPLOADS')) as unknown as Bucket
  await sweep(world, bucket)
  const files = await rows<{ id: string; path: string; sha256: string; state: string }>(
    world,
    `SELECT id, path, sha256, state FROM files WHERE state <> 'removed'`,
  )
  for (const { id, path, sha256, state } of files) {
    const object = await bucket.get(path)
    const hash =
      object &&
      createHash('sha256')
        .update(Buffer.from(await object.arrayBuffer()))
        .digest('hex')
    const problem =
      state !== 'stored'
        ? 'still pending after the sweep'
        : !object
          ? 'no object'
          : hash === sha256
            ? undefined
            : 'other bytes'
    tally.note('objects of files', OVERALL, problem && `file ${id}: ${problem}`)
  }
  const named = new Set(files.map((f) => f.path))
  const orphans = (await keysOf(bucket)).filter((key) => !named.has(key))
  tally.note(
    'no orphans',
    OVERALL,
    orphans.length === 0 ? undefined : `${orphans.length} objects without a file: ${orphans[0]}`,
  )
}
