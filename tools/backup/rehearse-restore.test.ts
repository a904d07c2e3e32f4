import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/http'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Stack, startStack } from '../run/stack.ts'
import { seedDemo } from '../seed/seed-empty.ts'
import { backUp, differences, restore } from './backup-folder.ts'
import { rehearse } from './rehearse-restore.ts'
import { storeOf } from './store.ts'

let data: string
let stack: Stack
const folder = () => join(data, 'backup')

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'portal-rehearse-'))
  mkdirSync(join(data, 'shell'))
  stack = await startStack({ data, port: 0, bundle: inject('bundle'), shell: join(data, 'shell') })
  await seedDemo(stack.sqld.url, stack.miniflare)
})
afterAll(async () => {
  await stack.stop()
  rmSync(data, { recursive: true, force: true })
})

const SPECIAL_CHARACTERS = "Ann; 'quoted' -- no comment\n\\n end; é 💥 \u0000 after"

it('restores identical data and a working portal when a backup follows a wipe', async () => {
  const client = createClient({ url: stack.sqld.url })
  await client.execute({ sql: 'UPDATE firms SET name = ?', args: [SPECIAL_CHARACTERS] })
  await client.execute({
    sql: 'UPDATE book_clients SET company = ? WHERE seq = (SELECT max(seq) FROM book_clients)',
    args: ['Zanzibar; Traders'],
  })
  const printed: string[] = []
  await rehearse(stack, folder(), (line) => printed.push(line))
  expect(printed.at(-1)).toMatch(/^All data matches: \d{2,} rows in \d{2} tables, [1-9]\d* files, [1-9]\d* sealed/)
  const { rows: firms } = await client.execute('SELECT name FROM firms')
  expect(firms[0]?.['name']).toBe(SPECIAL_CHARACTERS)
  // The search index was rebuilt, and its triggers work.
  const { rows } = await client.execute(
    `SELECT count(*) AS n FROM clients_search WHERE clients_search MATCH '"zanzibar"'`,
  )
  expect(rows[0]?.['n']).toBe(1)
  await client.execute("UPDATE book_clients SET company = 'Xylophone' WHERE seq = (SELECT max(seq) FROM book_clients)")
  const { rows: after } = await client.execute(
    `SELECT count(*) AS n FROM clients_search WHERE clients_search MATCH '"xylophone"'`,
  )
  expect(after[0]?.['n']).toBe(1)
  await expect(client.execute('DELETE FROM audit_log')).rejects.toThrow()
  client.close()
  expect((await fetch(`${stack.url}/api/health`)).status).toBe(200)
})

it('restores rows of several megabytes when they contain what SQL and terminals treat specially', async () => {
  const every = String.fromCharCode(...Array.from({ length: 0x2fff }, (_, code) => code + 1))
  const texts = [
    SPECIAL_CHARACTERS,
    '\'--\r\n\u2028;"`\ufeff\\',
    `${every}\u0000`,
    'a'.repeat(4_900_000),
    "';\n".repeat(800_000),
    'é\u0000'.repeat(500_000),
  ]
  const client = createClient({ url: stack.sqld.url })
  await client.execute('CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB)')
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  for (const text of texts)
    await client.execute({ sql: 'INSERT INTO texts (text, bytes) VALUES (?, ?)', args: [text, bytes] })
  await rehearse(stack, folder(), () => undefined)
  for (const [i, text] of texts.entries()) {
    const { rows } = await client.execute({ sql: 'SELECT text, bytes FROM texts WHERE id = ?', args: [i + 1] })
    // Compared as a whole: a difference of megabytes is not worth printing.
    expect(rows[0]?.['text'] === text).toBe(true)
    expect(new Uint8Array(rows[0]?.['bytes'] as ArrayBuffer)).toEqual(bytes)
  }
  await client.execute('DROP TABLE texts')
  client.close()
})

it('lists differences and copies only new files when a store has changed', async () => {
  const store = await storeOf(stack)
  const manifest = await backUp(store, folder())
  const { UPLOADS } = store.buckets
  const [object] = manifest.buckets['UPLOADS'] ?? []
  const client = createClient({ url: stack.sqld.url })
  await client.execute("UPDATE firms SET name = 'Other'")
  client.close()
  await UPLOADS?.put(object?.key ?? '', { body: new Uint8Array([1]), contentType: 'text/plain', cacheControl: '' })
  expect(await differences(store, manifest)).toEqual([
    expect.stringMatching(/^firms: .*different content/),
    expect.stringMatching(/^UPLOADS: .* has different content/),
  ])
  const files = () => readdirSync(join(folder(), 'objects'), { recursive: true }).length
  const before = files()
  await backUp(store, folder())
  expect(files() - before).toBeLessThanOrEqual(2)
  await expect(restore(store, join(data, 'nowhere'))).rejects.toThrow('no complete backup')
})

it('changes nothing when the backup is damaged or --wipe is missing', async () => {
  const store = await storeOf(stack)
  const manifest = await backUp(store, folder())
  await expect(restore(store, folder())).rejects.toThrow('pass --wipe')
  const hash = manifest.buckets['UPLOADS']?.[0]?.sha256 ?? ''
  for (const file of [join('objects', hash.slice(0, 2), hash), 'database.sql.gz']) {
    const path = join(folder(), file)
    const whole = readFileSync(path)
    const flipped = Buffer.from(whole)
    const middle = Math.floor(flipped.length / 2)
    flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
    for (const broken of [flipped, whole.subarray(0, -1)]) {
      writeFileSync(path, broken)
      await expect(restore(store, folder(), { wipe: true })).rejects.toThrow('damaged')
    }
    rmSync(path)
    await expect(restore(store, folder(), { wipe: true })).rejects.toThrow('damaged')
    writeFileSync(path, whole)
  }
  expect(await differences(store, manifest)).toEqual([])
  await restore(store, folder(), { wipe: true })
  expect(await differences(store, manifest)).toEqual([])
})

it('restores without --wipe when the portal was never used', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'portal-unused-'))
  const other = await startStack({ data: fresh, port: 0, bundle: inject('bundle'), shell: join(data, 'shell') })
  try {
    const manifest = await backUp(await storeOf(stack), folder())
    await restore(await storeOf(other), folder())
    expect(await differences(await storeOf(other), manifest)).toEqual([])
  } finally {
    await other.stop()
    rmSync(fresh, { recursive: true, force: true })
  }
})
