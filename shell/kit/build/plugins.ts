import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf } from '@portal/contract/pages'
import { type Chunk, type Compilation, type Compiler, rspack } from '@rspack/core'
import { ROOT } from './inputs.ts'
import { chunkOf, commandsOfRemote, flagsOfRemote, offlineScripts, pagesOfRemote, pagesOfShell } from './pages.ts'
import { readPackage } from './shared.ts'
import { versionOf } from './version.ts'

/** The first module of the shell in development; see the file. */
export const REFRESH_HOOK = join(import.meta.dirname, 'refresh-hook.ts')

/** Returns the workspace versions of contract and sdk, which decide whether a remote is compatible. */
export const builtAgainst = () => ({
  contract: readPackage(join(ROOT, 'worker/contract')).version,
  sdk: readPackage(join(ROOT, 'shell/sdk')).version,
})

/** Build files that are not published: source maps and build metadata. */
const PRIVATE = /\.map$|(?:^|\/)(?:remote|mf-stats)\.json$/

/** Returns the published files of a build, with sizes in bytes and SHA-256 in hex. */
function publishedFiles(dist: string): { path: string; sha256: string; size: number }[] {
  return readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1))
    .filter((path) => !PRIVATE.test(path))
    .sort()
    .map((path) => {
      const content = readFileSync(join(dist, path))
      return { path, sha256: createHash('sha256').update(content).digest('hex'), size: content.length }
    })
}

/**
 * Writes `dist/remote.json` after each build of a remote, with its name and what publishing needs (`PublishRemote` of
 * the contract).
 */
export const remoteOutput = ({ dir, name }: { dir: string; name: string }) => ({
  apply(compiler: Compiler) {
    compiler.hooks.done.tapPromise('remote-output', async (stats) => {
      if (stats.hasErrors()) return
      const dist = compiler.outputPath
      const remote = await pagesOfRemote(dir)
      const { namedChunkGroups } = stats.compilation
      const scripts = (path: string) =>
        namedChunkGroups
          .get(chunkOf(path))
          ?.getFiles()
          .filter((file) => file.endsWith('.js'))
      const preload = Object.fromEntries(Object.keys(remote.pages).map((path) => [path, scripts(path) ?? []]))
      const flags = await flagsOfRemote(dir, name)
      const own = Object.keys(flags).length > 0 ? { flags } : {}
      const place = { ...placeOf(remote, await commandsOfRemote(dir)), ...own, preload, replaceable: true }
      const build = { ...builtAgainst(), place, files: publishedFiles(dist) }
      const description = { name, version: versionOf(readPackage(dir).version, build), ...build }
      writeFileSync(join(dist, 'remote.json'), `${JSON.stringify(description, null, 2)}\n`)
    })
  },
})

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)

/** Returns a hash of all emitted files with their names. */
function hashOfAssets(compilation: Compilation): string {
  const hash = createHash('sha256')
  const published = compilation.getAssets().filter((asset) => !PRIVATE.test(asset.name))
  for (const { name, source } of published.toSorted(byName))
    hash.update(`${name}\0`).update(source.buffer()).update('\0')
  return hash.digest('hex').slice(0, 10)
}

/** Facts about the shell for the worker; served as `/shell.json`. */
export interface ShellBuild {
  /** The version of the package, and a hash of the emitted files. */
  version: string
  contract: string
  sdk: string
  /** Scripts of lazily loaded chunks by `webpackChunkName`, for preload hints. */
  chunks: Record<string, string[]>
  /** Names of the chunks of each page, by path. */
  pages: Record<string, string[]>
}

/** Returns the chunks of the portal. Those that only the operator page loads are left out. */
const portalChunks = ({ entrypoints }: Compilation): Chunk[] => [
  ...(entrypoints.get('main')?.getEntrypointChunk().getAllReferencedChunks() ?? []),
]

/**
 * Emits `shell.json` (`ShellBuild`) with each build of the shell, and for the service worker the scripts that each role
 * needs without a connection.
 */
export const shellBuild = (dir: string) => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('shell-build', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tapPromise({ name: 'shell-build', stage }, async () => {
        const portal = portalChunks(compilation)
        const names = new Set(portal.map(({ name }) => name))
        const lazy = [...compilation.namedChunkGroups].filter(
          ([name]) => names.has(name) && !compilation.entrypoints.has(name),
        )
        const scripts = (files: readonly string[]) =>
          files.filter((file) => file.endsWith('.js')).map((file) => `/${file}`)
        // Scripts that every page loads need no hint.
        const own = compilation.entrypoints.get('main')?.getFiles() ?? []
        const chunks = Object.fromEntries(
          lazy.map(([name, group]) => [name, scripts(group.getFiles().filter((file) => !own.includes(file)))]),
        )
        const pages = await pagesOfShell(dir)
        const version = `${readPackage(dir).version}-${hashOfAssets(compilation)}`
        const build: ShellBuild = { version, ...builtAgainst(), chunks, pages }
        const emit = (file: string, content: unknown) =>
          compilation.emitAsset(file, new rspack.sources.RawSource(`${JSON.stringify(content)}\n`))
        emit('shell.json', build)
        const all = new Set(scripts(portal.flatMap(({ files }) => [...files])))
        emit(`assets/offline-${version}.json`, offlineScripts(build, [...all]))
      })
    })
  },
})
