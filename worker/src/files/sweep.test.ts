import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Statement } from '../db/writer/hrana.ts'
import { db, newBookkeeper } from '../testing/portal.ts'
import { change, rows } from '../testing/work.ts'
import { sweepUploads } from './sweep.ts'

/** A bucket of its own: the portal's sweep must not take part. */
let miniflare: Miniflare
let bucket: Awaited<ReturnType<Miniflare['getR2Bucket']>>

beforeAll(async () => {
  miniflare = new Miniflare(
    convertV4MiniflareOptions({ name: 'bucket', modules: true, script: 'export default {}', r2Buckets: ['UPLOADS'] }),
  )
  bucket = await miniflare.getR2Bucket('UPLOADS')
})
afterAll(() => miniflare.dispose())

const run = async (statements: Statement[]) =>
  (await db.batch(statements.map(({ sql, args }) => ({ sql, args: [...args] })))).map((r) => r.rows as never)

it('removes uploads that have not ended within a day, with their objects, and nothing else', async () => {
  const bookkeeper = await newBookkeeper()
  // Times to come: the sweep of the portal under test sees nothing old in them.
  const now = new Date('2090-01-03T12:00:00.000Z')
  const put = async (name: string, state: string, at: string) => {
    const path = `${bookkeeper.userId}/${name}`
    await bucket.put(path, name)
    await change(
      `INSERT INTO files (id, owner_id, firm_id, purpose, name, path, size, type, state, created_at) VALUES (?, ?, ?, 'template', ?, ?, 1, 'text/plain', ?, ?)`,
      path,
      bookkeeper.userId,
      bookkeeper.firmId,
      name,
      path,
      state,
      at,
    )
  }
  await put('old', 'pending', '2090-01-02T11:59:59.000Z')
  await put('young', 'pending', '2090-01-02T12:00:01.000Z')
  await put('stored', 'stored', '2089-01-01T00:00:00.000Z')
  expect(await sweepUploads(bucket, run, now)).toBe(1)
  expect(
    (await rows<{ name: string }>('SELECT name FROM files WHERE owner_id = ? ORDER BY name', bookkeeper.userId)).map((r) => r.name),
  ).toEqual(['stored', 'young'])
  expect((await bucket.list()).objects.map((o) => o.key.split('/')[1])).toEqual(['stored', 'young'])
  expect(await sweepUploads(bucket, run, now)).toBe(0)
})
