import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline as chain, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../database.ts'
import { StartError } from '../sqld.ts'
import { openDump, sumUp } from './dump.ts'
import { loadDump, wipeDatabase } from './load.ts'
import type { Bucket } from './objects.ts'

/** All of a portal's data: the database, and the buckets by their bindings. */
export interface Store {
  database: Database
  buckets: Record<string, Bucket>
}

const SavedObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  sha256: z.string(),
  contentType: z.string(),
  cacheControl: z.string(),
})
type SavedObject = z.infer<typeof SavedObject>
const Manifest = z.object({
  at: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  buckets: z.record(z.string(), z.array(SavedObject)),
})
/** What a backup consists of, with hashes of everything in it. */
export type Manifest = z.infer<typeof Manifest>

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Objects lie under their hash: what two backups into one folder have in common is there once. */
const fileOf = (folder: string, hash: string): string => join(folder, 'objects', hash.slice(0, 2), hash)
const dumpOf = (folder: string): string => join(folder, 'database.sql.gz')

/** The manifest of a backup. @throws StartError where there is none: it is written last, so without it the backup is not whole */
export function readManifest(folder: string): Manifest {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw new StartError(`There is no whole backup in ${folder}.`)
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** How far a bucket is saved. */
interface Saved {
  name: string
  bucket: Bucket
  /** What the folder holds of it, by key. */
  known: Map<string, SavedObject>
  /** Keys that were there at any time of this backup. */
  seen: Set<string>
}

/** Copies what of a bucket is not saved yet, or is another by now. */
async function saveObjects(folder: string, { bucket, known, seen }: Saved): Promise<void> {
  for await (const { key, size, etag } of bucket.list()) {
    seen.add(key)
    const before = known.get(key)
    if (before?.etag === etag && existsSync(fileOf(folder, before.sha256))) continue
    const content = await bucket.get(key)
    if (!content) continue
    const hash = sha256(content.body)
    const file = fileOf(folder, hash)
    mkdirSync(join(file, '..'), { recursive: true })
    if (!existsSync(file)) {
      writeFileSync(`${file}.part`, content.body)
      renameSync(`${file}.part`, file)
    }
    known.set(key, {
      key,
      size,
      etag,
      sha256: hash,
      contentType: content.contentType,
      cacheControl: content.cacheControl,
    })
  }
}

/** The dump of a backup. `pipeline`, unlike `pipe`, hands a read error on to the reader. */
const readDump = (folder: string): AsyncIterable<Uint8Array> =>
  chain(createReadStream(dumpOf(folder)), createGunzip(), () => undefined)

/**
 * Saves a portal's data into a folder. A second backup into the same folder fetches only objects that are new. Objects are copied
 * before the dump and again after it, so that whatever a row of the dump names is there.
 */
export async function backUp({ database, buckets }: Store, folder: string): Promise<Manifest> {
  mkdirSync(folder, { recursive: true })
  const before = existsSync(join(folder, 'manifest.json')) ? readManifest(folder).buckets : {}
  const saved = Object.entries(buckets).map(
    ([name, bucket]): Saved => ({
      name,
      bucket,
      known: new Map(before[name]?.map((o) => [o.key, o])),
      seen: new Set(),
    }),
  )
  for (const one of saved) await saveObjects(folder, one)
  const at = new Date().toISOString()
  const dump = Readable.fromWeb((await openDump(database)) as NodeStream<Uint8Array>)
  await pipeline(dump, createGzip(), createWriteStream(`${dumpOf(folder)}.part`))
  renameSync(`${dumpOf(folder)}.part`, dumpOf(folder))
  for (const one of saved) await saveObjects(folder, one)
  const kept = saved.map(({ name, known, seen }) => [name, [...known.values()].filter((o) => seen.has(o.key))] as const)
  const manifest: Manifest = { at, tables: await sumUp(readDump(folder)), buckets: Object.fromEntries(kept) }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
  return manifest
}

const MIGRATIONS_TABLE = '__drizzle_migrations'

/** Removes everything. */
export async function wipe({ database, buckets }: Store): Promise<void> {
  await wipeDatabase(database)
  for (const bucket of Object.values(buckets)) {
    const keys: string[] = []
    for await (const { key } of bucket.list()) keys.push(key)
    for (const key of keys) await bucket.remove(key)
  }
}

/**
 * Checks that a backup is whole: every file is there with its hash, and the dump holds the rows that the manifest counts.
 * @returns its manifest
 * @throws StartError naming what is missing or damaged
 */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { key, sha256: hash } of Object.values(manifest.buckets).flat()) {
    const file = fileOf(folder, hash)
    if (!existsSync(file)) throw new StartError(`The backup is damaged: ${key} is missing. Nothing was changed.`)
    if (sha256(readFileSync(file)) !== hash)
      throw new StartError(`The backup is damaged: ${key} has other content. Nothing was changed.`)
  }
  const damaged = new StartError(
    'The backup is damaged: its database dump cannot be read in full. Nothing was changed.',
  )
  const sums = await sumUp(readDump(folder)).catch(() => Promise.reject(damaged))
  for (const table of new Set([...Object.keys(manifest.tables), ...Object.keys(sums)])) {
    if (sums[table]?.sha256 !== manifest.tables[table]?.sha256) throw damaged
  }
  return manifest
}

/** Whether a database holds nothing but the tables that a start creates. */
const isUnused = async (database: Database): Promise<boolean> =>
  Object.keys(await sumUp(await openDump(database))).every((table) => table === MIGRATIONS_TABLE)

/**
 * Replaces the contents of a store with a backup. The backup is verified before anything is removed. Objects come first, so that a
 * row never names a missing one.
 * @param options.wipe allows removing what the store holds; without it only an unused database is accepted, and files are added
 * @throws StartError when the backup is damaged, or the database is in use and `wipe` is not set: nothing was changed then
 */
export async function restore(store: Store, folder: string, { wipe: allowed = false } = {}): Promise<void> {
  const { buckets } = await verifyBackup(folder)
  if (allowed) await wipe(store)
  else if (await isUnused(store.database)) await wipeDatabase(store.database)
  else
    throw new StartError(
      'The database is not empty. Restore into a new one, or pass --wipe to replace it and all files.',
    )
  for (const [name, objects] of Object.entries(buckets)) {
    for (const { key, sha256: hash, contentType, cacheControl } of objects) {
      await store.buckets[name]?.put(key, { body: readFileSync(fileOf(folder, hash)), contentType, cacheControl })
    }
  }
  await loadDump(store.database, readDump(folder))
}

/** Differences between a store and a backup, one line each; none where they are the same. */
export async function differences(
  { database, buckets }: Store,
  { tables, buckets: saved }: Manifest,
): Promise<string[]> {
  const found: string[] = []
  const now = await sumUp(await openDump(database))
  for (const table of new Set([...Object.keys(tables), ...Object.keys(now)])) {
    const [was, is] = [tables[table], now[table]]
    if (was?.sha256 !== is?.sha256)
      found.push(
        `${table}: ${was?.rows ?? 0} rows saved, ${is?.rows ?? 0} there${was?.rows === is?.rows ? ', other content' : ''}`,
      )
  }
  for (const [name, objects] of Object.entries(saved)) {
    const keys = new Set(objects.map((o) => o.key))
    for await (const { key } of buckets[name]?.list() ?? [])
      if (!keys.has(key)) found.push(`${name}: ${key} was not saved`)
    for (const { key, sha256: hash, contentType } of objects) {
      const content = await buckets[name]?.get(key)
      if (!content) found.push(`${name}: ${key} is missing`)
      else if (sha256(content.body) !== hash || content.contentType !== contentType)
        found.push(`${name}: ${key} has other content`)
    }
  }
  return found
}
