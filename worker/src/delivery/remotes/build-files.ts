import { encodeHexLowerCase } from '@oslojs/encoding'
import type { PublishRemote } from '@portal/contract/remotes'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { remoteVersions } from '../../platform/db/schema/index.ts'
import { AppError, found } from '../../errors.ts'

/** Maximum size of a file in a build, in bytes. */
const MAX_BYTES = 10 * 1024 * 1024

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  woff2: 'font/woff2',
}

/** Returns the storage key of a file in a build. */
export const keyOf = (name: string, version: string, path: string): string => `${name}/${version}/${path}`

/** Returns the media type of a file by its extension. */
export const typeOf = (path: string): string => TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream'

/** Returns the condition for the row of a version. */
export const isVersion = (name: string, version: string): SQL | undefined =>
  and(eq(remoteVersions.name, name), eq(remoteVersions.version, version))

/** An announced version of a remote. */
export type Build = typeof remoteVersions.$inferSelect

/** Returns an announced version of a remote. @throws AppError `not_found` */
export async function versionOf({ db }: Context, name: string, version: string): Promise<Build> {
  const [row] = await db
    .select()
    .from(remoteVersions)
    .where(and(isVersion(name, version), isNull(remoteVersions.removed_at)))
  return found(row)
}

/** Returns the announced versions of several remotes in one query; those that were removed are left out. */
export async function versionsOf(
  { db }: Context,
  versions: readonly Pick<Build, 'name' | 'version'>[],
): Promise<Build[]> {
  if (versions.length === 0) return []
  const list = JSON.stringify(versions.map(({ name, version }) => [name, version]))
  // The builder has no row values, and a parameter for each version could be too many.
  const isListed = sql`(${remoteVersions.name}, ${remoteVersions.version}) IN
    (SELECT value ->> 0, value ->> 1 FROM json_each(${list}))`
  return db
    .select()
    .from(remoteVersions)
    .where(and(isListed, isNull(remoteVersions.removed_at)))
}

/** Returns the paths of announced files that are not stored yet. */
export async function missingFiles(
  { env }: Context,
  name: string,
  version: string,
  files: PublishRemote['files'],
): Promise<string[]> {
  const prefix = keyOf(name, version, '')
  const { objects } = await env.REMOTES.list({ prefix })
  const stored = new Set(objects.map((o) => o.key.slice(prefix.length)))
  return files.map((f) => f.path).filter((path) => !stored.has(path))
}

/**
 * Stores an announced file. An existing file is kept, because it was verified when it was stored.
 * @param length Content-Length of the request
 * @throws AppError `not_found` for a file that was not announced, `invalid_input` when size or content differ
 */
export async function putFile(
  ctx: Context,
  target: { name: string; version: string; path: string },
  body: ReadableStream | null,
  length: number,
): Promise<void> {
  const { name, version, path } = target
  const { files } = await versionOf(ctx, name, version)
  const file = found(files.find((f) => f.path === path))
  if (file.size > MAX_BYTES) throw new AppError('too_large')
  if (length !== file.size)
    throw new AppError('invalid_input', { detail: `${path} has ${file.size} bytes, not ${length}.` })
  try {
    await ctx.env.REMOTES.put(keyOf(name, version, path), body ?? '', {
      sha256: file.sha256,
      onlyIf: new Headers({ 'if-none-match': '*' }),
      httpMetadata: { contentType: typeOf(path) },
    })
  } catch (error) {
    if (!(error instanceof Error) || !/sha-?256|checksum|hash/i.test(error.message)) throw error
    throw new AppError('invalid_input', { detail: `The content of ${path} differs from the announced one.` })
  }
}

const CONCURRENCY = 5

async function sha256Of(object: R2ObjectBody): Promise<string> {
  const digest = new crypto.DigestStream('SHA-256')
  await object.body.pipeTo(digest)
  return encodeHexLowerCase(new Uint8Array(await digest.digest))
}

/**
 * Compares every stored file of a build with the announced hashes. Damaged files are removed so that they can
 * be uploaded again; browsers would have refused them anyway.
 * @throws AppError `invalid_input` with the missing or damaged files
 */
export async function requireWhole({ env }: Context, { name, version, files }: Build): Promise<void> {
  const [missing, damaged]: [string[], string[]] = [[], []]
  const queue = [...files]
  const checkFiles = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const key = keyOf(name, version, file.path)
      const object = await env.REMOTES.get(key)
      if (!object) missing.push(file.path)
      else if ((await sha256Of(object)) !== file.sha256) {
        damaged.push(file.path)
        await env.REMOTES.delete(key)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, checkFiles))
  const refuse = (what: string, paths: string[]): never => {
    throw new AppError('invalid_input', { detail: `${what}: ${paths.sort().slice(0, 5).join(', ')}.` })
  }
  if (damaged.length > 0) refuse('Damaged files were removed; publish again', damaged)
  if (missing.length > 0) refuse('Not uploaded yet', missing)
}
