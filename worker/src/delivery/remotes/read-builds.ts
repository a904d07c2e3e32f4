import type { RemoteEntry } from '@portal/contract/remotes'
import { sha256 } from '@oslojs/crypto/sha2'
import { decodeHex, encodeBase64, encodeHexLowerCase } from '@oslojs/encoding'
import type { Context } from '../../context.ts'
import { log } from '../../platform/log.ts'
import { type Build, keyOf, versionsOf } from './build-files.ts'
import { entryOf, filesIn, isModule, Manifest } from './check-manifest.ts'
import type { RemoteBuild } from './render-shell.ts'

type Version = Pick<RemoteEntry, 'name' | 'version'>

/** Cache of builds. Versions are immutable; the limit keeps long-lived isolates small. */
const cache = new Map<string, RemoteBuild>()
const CACHE_SIZE = 200

const manifestOf = ({ name, version }: Version): string => keyOf(name, version, 'mf-manifest.json')

/** Reads a build from its stored manifest and announced files. @throws Error when the manifest is missing or damaged */
async function readBuild(ctx: Context, row: Build): Promise<RemoteBuild> {
  const key = manifestOf(row)
  const object = await ctx.env.REMOTES.get(key)
  if (!object) throw new Error(`${key} is not stored`)
  const text = await object.text()
  const announced = row.files.find((file) => file.path === 'mf-manifest.json')
  if (encodeHexLowerCase(sha256(new TextEncoder().encode(text))) !== announced?.sha256)
    throw new Error(`${key} differs from the announced file`)
  const manifest = Manifest.parse(JSON.parse(text))
  const routes = manifest.exposes.find((e) => e.name === 'routes')
  const { remoteEntry } = manifest.metaData
  const preload = row.place.preload ?? {}
  const loaded = new Set([...filesIn(manifest), ...Object.values(preload).flat()])
  return {
    // The entry script declares the shared libraries, too.
    manifest: { ...manifest, shared: [] },
    remoteEntry: entryOf(remoteEntry),
    isModule: isModule(manifest),
    scripts: routes?.assets.js.sync ?? [],
    styles: routes?.assets.css.sync ?? [],
    preload,
    integrity: Object.fromEntries(
      row.files.filter((f) => loaded.has(f.path)).map((f) => [f.path, `sha256-${encodeBase64(decodeHex(f.sha256))}`]),
    ),
  }
}

/**
 * Returns what a page needs to know about live versions, by remote. Takes one query, however many are not cached.
 * Builds that cannot be read are logged and left out: the browser loads their manifests itself.
 */
export async function readBuilds(ctx: Context, versions: readonly Version[]): Promise<Map<string, RemoteBuild>> {
  const report = (about: object, error: unknown) =>
    log('remote_unreadable', { id: ctx.requestId, ...about, error: error instanceof Error ? error.message : 'unknown' })
  const missing = versions.filter((version) => !cache.has(manifestOf(version)))
  const builds = new Map(
    versions.flatMap((version) => {
      const cached = cache.get(manifestOf(version))
      return cached ? [[version.name, cached] as const] : []
    }),
  )
  const rows = await versionsOf(ctx, missing).catch((error: unknown) => {
    report({ remotes: missing.length }, error)
    return []
  })
  const read = rows.map(async (row) => {
    const build = await readBuild(ctx, row)
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(manifestOf(row), build)
    builds.set(row.name, build)
  })
  for (const [i, result] of (await Promise.allSettled(read)).entries())
    if (result.status === 'rejected') report({ remote: rows[i]?.name }, result.reason)
  return builds
}
