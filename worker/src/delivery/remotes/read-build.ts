import type { RemoteEntry } from '@portal/contract/remotes'
import { sha256 } from '@oslojs/crypto/sha2'
import { decodeHex, encodeBase64, encodeHexLowerCase } from '@oslojs/encoding'
import type { Context } from '../../context.ts'
import { keyOf, versionOf } from './build-files.ts'
import { entryOf, filesIn, isModule, Manifest } from './check-manifest.ts'
import type { RemoteBuild } from './render-shell.ts'

/** Cache of builds. Versions are immutable; the limit keeps long-lived isolates small. */
const cache = new Map<string, RemoteBuild>()
const CACHE_SIZE = 50

/**
 * Reads what a page needs to know about a live version from its stored manifest and announced files.
 * @throws Error when either cannot be read
 */
export async function readBuild(
  ctx: Context,
  { name, version }: Pick<RemoteEntry, 'name' | 'version'>,
): Promise<RemoteBuild> {
  const key = keyOf(name, version, 'mf-manifest.json')
  const cached = cache.get(key)
  if (cached) return cached
  const [object, row] = await Promise.all([ctx.env.REMOTES.get(key), versionOf(ctx, name, version)])
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
  const build: RemoteBuild = {
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
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, build)
  return build
}
