import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline as chain } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { StartError } from '../command/start-error.ts'
import type { Database } from '../database/database.ts'
import { counted, openDump, sumTables, type Tell } from './dump.ts'
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
/** The contents of a backup, with hashes. */
export type Manifest = z.infer<typeof Manifest>

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Objects are stored by hash, so that several backups in one folder share them. */
const fileOf = (folder: string, hash: string): string => join(folder, 'objects', hash.slice(0, 2), hash)
const dumpOf = (folder: string): string => join(folder, 'database.sql.gz')

/** Reads the manifest of a backup, which is written last. @throws StartError when there is none */
export function readManifest(folder: string): Manifest {
  const file = join(folder, 'manifest.json')
  if (!existsSync(file)) throw new StartError(`There is no complete backup in ${folder}.`)
  return Manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** Progress of saving a bucket. */
interface BucketProgress {
  name: string
  bucket: Bucket
  /** Objects in the folder, by key. */
  known: Map<string, SavedObject>
  /** Keys that were listed during this backup. */
  seen: Set<string>
}

/** Copies objects that are new or have changed. */
async function saveObjects(folder: string, { bucket, known, seen }: BucketProgress): Promise<void> {
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

const nothing: Tell = () => undefined

/** Reads the dump of a backup. `pipeline`, unlike `pipe`, passes read errors on. */
async function* readDump(folder: string, what: string, tell: Tell): AsyncGenerator<Uint8Array> {
  const file = dumpOf(folder)
  const compressed = counted(createReadStream(file), { tell, what, total: statSync(file).size })
  yield* chain(compressed, createGunzip(), () => undefined)
}

/**
 * Backs up a portal's data into a folder. A later backup into the same folder copies only new objects. Objects are
 * copied before and after the dump, so that the backup has every object that the dump refers to.
 */
export async function backUp({ database, buckets }: Store, folder: string, tell = nothing): Promise<Manifest> {
  mkdirSync(folder, { recursive: true })
  const before = existsSync(join(folder, 'manifest.json')) ? readManifest(folder).buckets : {}
  const progress = Object.entries(buckets).map(
    ([name, bucket]): BucketProgress => ({
      name,
      bucket,
      known: new Map(before[name]?.map((o) => [o.key, o])),
      seen: new Set(),
    }),
  )
  for (const bucket of progress) await saveObjects(folder, bucket)
  const at = new Date().toISOString()
  const dump = counted(await openDump(database), { tell, what: 'Saving the database' })
  await pipeline(dump, createGzip(), createWriteStream(`${dumpOf(folder)}.part`))
  renameSync(`${dumpOf(folder)}.part`, dumpOf(folder))
  for (const bucket of progress) await saveObjects(folder, bucket)
  const kept = progress.map(
    ({ name, known, seen }) => [name, [...known.values()].filter((o) => seen.has(o.key))] as const,
  )
  const tables = await sumTables(readDump(folder, 'Counting rows', tell))
  const manifest: Manifest = { at, tables, buckets: Object.fromEntries(kept) }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2))
  return manifest
}

const MIGRATIONS_TABLE = '__drizzle_migrations'

/** Removes all data of a portal. */
export async function wipe({ database, buckets }: Store): Promise<void> {
  await wipeDatabase(database)
  for (const bucket of Object.values(buckets)) {
    const keys: string[] = []
    for await (const { key } of bucket.list()) keys.push(key)
    for (const key of keys) await bucket.remove(key)
  }
}

/**
 * Checks that a backup is complete: all files have the expected hashes, and the dump has the expected rows.
 * @returns its manifest
 * @throws StartError when a file is missing or damaged
 */
export async function verifyBackup(folder: string, tell = nothing): Promise<Manifest> {
  const manifest = readManifest(folder)
  for (const { key, sha256: hash } of Object.values(manifest.buckets).flat()) {
    const file = fileOf(folder, hash)
    if (!existsSync(file)) throw new StartError(`The backup is damaged: ${key} is missing. Nothing was changed.`)
    if (sha256(readFileSync(file)) !== hash)
      throw new StartError(`The backup is damaged: ${key} has different content. Nothing was changed.`)
  }
  const damaged = new StartError(
    'The backup is damaged: its database dump cannot be read in full. Nothing was changed.',
  )
  const sums = await sumTables(readDump(folder, 'Checking the backup', tell)).catch(() => Promise.reject(damaged))
  for (const table of new Set([...Object.keys(manifest.tables), ...Object.keys(sums)])) {
    if (sums[table]?.sha256 !== manifest.tables[table]?.sha256) throw damaged
  }
  return manifest
}

/** Returns whether a database has only rows that the first start creates. */
const isUnused = async (database: Database): Promise<boolean> =>
  Object.keys(await sumTables(await openDump(database))).every((table) => table === MIGRATIONS_TABLE)

/**
 * Replaces the contents of a store with a backup. Verifies the backup before removing anything. Objects come first, so
 * that no row refers to a missing one.
 * @param options.wipe removes existing data; without it, the database must be unused, and existing files stay
 * @param options.manifest what `verifyBackup` returned, if the backup was just verified
 * @throws StartError when the backup is damaged, or the database is in use without `wipe`; nothing was changed then
 */
export async function restore(
  store: Store,
  folder: string,
  { wipe: allowed = false, tell = nothing, manifest }: { wipe?: boolean; tell?: Tell; manifest?: Manifest } = {},
): Promise<void> {
  const { buckets } = manifest ?? (await verifyBackup(folder, tell))
  if (allowed) await wipe(store)
  else if (await isUnused(store.database)) await wipeDatabase(store.database)
  else
    throw new StartError(
      'The database is not empty. Restore into a new one, or pass --wipe to replace all data and files.',
    )
  for (const [name, objects] of Object.entries(buckets)) {
    for (const [i, { key, sha256: hash, contentType, cacheControl }] of objects.entries()) {
      tell(`Restoring ${name}: ${i} of ${objects.length} files`)
      await store.buckets[name]?.put(key, { body: readFileSync(fileOf(folder, hash)), contentType, cacheControl })
    }
  }
  await loadDump(store.database, readDump(folder, 'Restoring the database', tell))
}

/** Returns a message for each difference between a store and a backup. */
export async function differences(
  { database, buckets }: Store,
  { tables, buckets: savedBuckets }: Manifest,
  tell = nothing,
): Promise<string[]> {
  const messages: string[] = []
  const current = await sumTables(counted(await openDump(database), { tell, what: 'Comparing the database' }))
  for (const table of new Set([...Object.keys(tables), ...Object.keys(current)])) {
    const [before, after] = [tables[table], current[table]]
    if (before?.sha256 === after?.sha256) continue
    const content = before?.rows === after?.rows ? ' with different content' : ''
    messages.push(`${table}: ${before?.rows ?? 0} rows in the backup, ${after?.rows ?? 0} in the database${content}`)
  }
  for (const [name, objects] of Object.entries(savedBuckets)) {
    const keys = new Set(objects.map((o) => o.key))
    for await (const { key } of buckets[name]?.list() ?? [])
      if (!keys.has(key)) messages.push(`${name}: ${key} is not in the backup`)
    for (const { key, sha256: hash, contentType } of objects) {
      const content = await buckets[name]?.get(key)
      if (!content) messages.push(`${name}: ${key} is missing`)
      else if (sha256(content.body) !== hash || content.contentType !== contentType)
        messages.push(`${name}: ${key} has different content`)
    }
  }
  return messages
}
