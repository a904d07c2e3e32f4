import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client/http'
import { UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { localSecret, type Stack, startStack } from '../../../../tools/run/stack.ts'
import { signAccessToken } from '../../platform/access/access-token.ts'
import { type Query, stamped, toStatement } from '../../platform/db/statement.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { good } from '../../testing/accounts.ts'
import { realPdf } from '@portal/contract/testing/real-files'
import { sweepObjects, sweepUnused, sweepUploads } from './sweep.ts'

/** A separate portal, so that the sweep does not find uploads of other tests. */
let data: string
let stack: Stack
let workerd: number[]
let db: Client
let bucket: Awaited<ReturnType<Stack['miniflare']['getR2Bucket']>>

/** Pids of the workerd processes that this process started. */
function ownWorkerd(): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const children = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*workerd/.exec(line))
    .filter((m) => m?.[2] === String(process.pid))
  return children.map((m) => Number(m?.[1]))
}

async function start(): Promise<void> {
  const before = ownWorkerd()
  stack = await startStack({ data, port: 0, bundle: inject('bundle'), shell: join(data, 'shell') })
  workerd = ownWorkerd().filter((pid) => !before.includes(pid))
  db = createClient({ url: stack.sqld.url })
  bucket = await stack.miniflare.getR2Bucket('UPLOADS')
}

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'portal-sweep-'))
  await start()
})
afterAll(async () => {
  await stack.stop()
  rmSync(data, { recursive: true, force: true })
})

const run = async (queries: Query[]) => {
  const statements = queries.map((query) => stamped(toStatement(query), ''))
  return (await db.batch(statements.map(({ sql, args }) => ({ sql, args: [...args] })))).map((r) => r.rows as never)
}

/** Signs up a bookkeeper of this portal. */
async function bookkeeper(): Promise<{ id: string; firm: string; token: string }> {
  const [id, firm, sessionId, at] = [uuidv7(), uuidv7(), uuidv7(), new Date().toISOString()]
  await db.batch([
    { sql: 'INSERT INTO firms (id, name, created_at) VALUES (?, ?, ?)', args: [firm, 'Firm', at] },
    {
      sql: 'INSERT INTO auth_users (id, email, created_at, updated_at) VALUES (?, ?, ?, ?)',
      args: [id, `${id}@example.com`, at, at],
    },
    {
      sql: `INSERT INTO profiles (id, role, name, email, firm_id, created_at, updated_at)
        VALUES (?, 'bookkeeper', 'Bea', ?, ?, ?, ?)`,
      args: [id, `${id}@example.com`, firm, at, at],
    },
  ])
  const actor = { userId: id, role: 'bookkeeper' as const, firmId: firm, clientId: null, sessionId, timeZone: 'UTC' }
  return { id, firm, token: (await signAccessToken(localSecret(data), actor, new Date())).token }
}

/** Inserts a file row. With `active`, its last part was stored at that time. */
async function row(
  owner: { id: string; firm: string },
  name: string,
  state: string,
  created: string,
  active?: { upload_id: string; at: string },
) {
  const path = `${owner.id}/${name}`
  await db.execute({
    sql: `INSERT INTO files (id, owner_id, firm_id, purpose, name, path, size, type, state, created_at)
      VALUES (?, ?, ?, 'template', ?, ?, 1, 'text/plain', ?, ?)`,
    args: [path, owner.id, owner.firm, name, path, state, created],
  })
  if (!active) return
  await db.execute({
    sql: `INSERT INTO file_uploads (file_id, owner_id, upload_id, part_size, parts, active_at)
      VALUES (?, ?, ?, 5, '{}', ?)`,
    args: [path, owner.id, active.upload_id, active.at],
  })
}

const namesOf = async (owner: { id: string }) =>
  (await db.execute({ sql: 'SELECT name FROM files WHERE owner_id = ? ORDER BY name', args: [owner.id] })).rows.map(
    (r) => r['name'],
  )
const objectsOf = async (owner: { id: string }) =>
  (await bucket.list({ prefix: owner.id })).objects.map((o) => o.key.split('/')[1])

// Times in the future, so that the portal's own sweep finds nothing old.
const at = (time: string) => `2090-01-${time}.000Z`
const NOW = new Date(at('03T12:00:00'))

it('removes unfinished uploads with their objects after a day, and nothing else', async () => {
  const owner = await bookkeeper()
  const put = async (name: string, state: string, created: string) => {
    await bucket.put(`${owner.id}/${name}`, name)
    await row(owner, name, state, created)
  }
  await put('old', 'pending', at('02T11:59:59'))
  await put('young', 'pending', at('02T12:00:01'))
  await put('stored', 'stored', at('01T00:00:00'))
  expect(await sweepUploads(bucket, run, NOW)).toBe(1)
  expect(await namesOf(owner)).toEqual(['stored', 'young'])
  expect(await objectsOf(owner)).toEqual(['stored', 'young'])
  expect(await sweepUploads(bucket, run, NOW)).toBe(0)
})

it('removes templates that no workform version has used, however large the workforms of the firm are', async () => {
  const owner = await bookkeeper()
  for (const name of ['used', 'unused', 'young', 'old-version']) {
    await bucket.put(`${owner.id}/${name}`, name)
    await row(owner, name, 'stored', name === 'young' ? at('03T11:00:00') : at('01T00:00:00'))
  }
  const workform = uuidv7()
  const padding = 'x'.repeat(1_000_000)
  const version = (n: number, template: string) => ({
    sql: 'INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    args: [
      uuidv7(),
      workform,
      n,
      'Form',
      JSON.stringify([{ id: 'f', description: padding, templateFile: { path: `${owner.id}/${template}` } }]),
      at('01T00:00:00'),
    ],
  })
  await db.batch([
    {
      sql: `INSERT INTO book_workforms (id, name, fields, user_id, firm_id, is_template, version, created_at,
        updated_at) VALUES (?, 'Form', '[]', ?, ?, 1, 2, ?, ?)`,
      args: [workform, owner.id, owner.firm, at('01T00:00:00'), at('01T00:00:00')],
    },
    version(1, 'old-version'),
    version(2, 'used'),
  ])
  const used = async () => {
    const sql = 'SELECT bytes FROM firm_storage WHERE firm_id = ?'
    return Number((await db.execute({ sql, args: [owner.firm] })).rows[0]?.['bytes'])
  }
  const before = await used()
  await sweepUnused(bucket, run, NOW)
  expect(await objectsOf(owner)).toEqual(['old-version', 'used', 'young'])
  const { rows } = await db.execute({
    sql: `SELECT name FROM files WHERE owner_id = ? AND state = 'removed'`,
    args: [owner.id],
  })
  expect(rows.map((r) => r['name'])).toEqual(['unused'])
  // Removed files no longer count toward the firm's storage.
  expect(before - (await used())).toBe(1)
})

it('either keeps an upload that is completed at the same time, or refuses to complete it', async () => {
  const owner = await bookkeeper()
  for (const when of ['before', 'after']) {
    const id = `${owner.id}/${when}`
    await bucket.put(id, when)
    await row(owner, when, 'pending', at('02T11:59:59'))
    const complete = async () =>
      (await db.execute({ sql: `UPDATE files SET state = 'stored' WHERE id = ? AND state = 'pending'`, args: [id] }))
        .rowsAffected
    let completed = when === 'before' ? await complete() : 0
    await sweepUploads(
      bucket,
      async (statements) => {
        const results = await run(statements)
        completed += await complete()
        return results
      },
      NOW,
    )
    expect([completed, await namesOf(owner), await objectsOf(owner)], when).toEqual(
      when === 'before' ? [1, [when], [when]] : [0, ['before'], ['before']],
    )
  }
})

it('removes multipart uploads that were inactive for a day, and keeps active ones', async () => {
  const owner = await bookkeeper()
  const begin = async (name: string, active: string) => {
    const upload = await bucket.createMultipartUpload(`${owner.id}/${name}`)
    await row(owner, name, 'pending', at('01T00:00:00'), { upload_id: upload.uploadId, at: active })
    return () =>
      upload.uploadPart(2, 'x').then(
        () => 'open',
        () => 'gone',
      )
  }
  const left = await begin('left', at('02T11:59:59'))
  const resumed = await begin('resumed', at('02T12:00:01'))
  expect(await left()).toBe('open')
  expect(await sweepUploads(bucket, run, NOW)).toBe(1)
  expect([await left(), await resumed()]).toEqual(['gone', 'open'])
  expect(await namesOf(owner)).toEqual(['resumed'])
})

it('removes objects without a row when they are a day old', async () => {
  const owner = await bookkeeper()
  for (const name of ['orphan', 'removed', 'stored', 'waiting']) await bucket.put(`${owner.id}/${name}`, name)
  await row(owner, 'removed', 'removed', at('01T00:00:00'))
  await row(owner, 'stored', 'stored', at('01T00:00:00'))
  await row(owner, 'waiting', 'pending', at('03T12:00:00'))
  await sweepObjects(bucket, run)
  expect(await objectsOf(owner)).toHaveLength(4)
  expect(await sweepObjects(bucket, run, undefined, NOW)).toBeUndefined()
  expect(await objectsOf(owner)).toEqual(['stored', 'waiting'])
})

/** Returns the files in which the local storage keeps objects and parts. */
const blobs = () =>
  readdirSync(join(data, 'workerd'), { recursive: true, withFileTypes: true }).filter(
    (f) => f.isFile() && f.parentPath.endsWith('blobs'),
  )

it('removes an upload whose server was killed, which can be continued until then', async () => {
  const owner = await bookkeeper()
  const file = realPdf('killed', '', UPLOAD_PART_BYTES + 1000)
  const ask = (method: string, path: string, body: BodyInit, type = 'application/json') =>
    fetch(`${stack.url}/api/${path}`, {
      method,
      body,
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
    })
  const before = blobs().length
  const begun = () =>
    good<OpenUpload>(ask('POST', 'templates/uploads', JSON.stringify({ name: 'form.pdf', size: file.length })))
  const part = (id: string, n: number) =>
    ask('PUT', `uploads/${id}/parts/${n}`, file.subarray((n - 1) * UPLOAD_PART_BYTES, n * UPLOAD_PART_BYTES), '')
  const [resumed, left] = [await begun(), await begun()]
  for (const { id } of [resumed, left]) await good(part(id, 1))
  const cut = part(left.id, 2).catch(() => undefined)
  for (const pid of workerd) process.kill(pid, 'SIGKILL')
  await cut
  await stack.stop().catch(() => undefined)
  await start()

  await good(part(resumed.id, 2))
  const stored = await good<{ path: string }>(ask('POST', `uploads/${resumed.id}/complete`, '{}'))
  expect((await bucket.head(stored.path))?.size).toBe(file.length)
  expect(await sweepUploads(bucket, run)).toBe(0)
  expect(await sweepUploads(bucket, run, new Date(Date.now() + 25 * 3_600_000))).toBe(1)
  expect(await namesOf(owner)).toEqual(['form.pdf'])
  expect((await ask('PUT', `uploads/${left.id}/parts/1`, 'x')).status).toBe(404)
  await bucket.delete(stored.path)
  await expect.poll(() => blobs().length).toBe(before)
})
