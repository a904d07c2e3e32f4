import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { type BuildOptions, baseConfig } from './base.ts'
import { ROOT, remoteInputs } from './inputs.ts'
import { builtAgainst, frameFirst, leanContainer, REFRESH_HOOK, remoteOutput, shellFacts } from './plugins.ts'
import { consumed, readPackage, sharedVersions } from './shared.ts'

export type { BuildOptions, Mode } from './base.ts'
export { type AtHand, SHARED, type SharedName } from './shared.ts'

/** The container's name: remotes are known to the federation runtime by an identifier. */
export const containerName = (name: string): string => name.replaceAll('-', '_')

/** The version a build of the remote in `dir` gets: its package's, and a hash over all that the build reads. */
export function remoteVersion(dir: string): string {
  return `${readPackage(dir).version}-${remoteInputs(relative(ROOT, dir)).slice(0, 10)}`
}

/**
 * What a remote exposes: every module directly in src/remote. Its style sheet comes along with each of them. The module stands
 * first because the manifest is keyed by it, and last because the last one's exports are exposed.
 */
function exposesOf(dir: string): Record<string, { import: string[] }> {
  const modules = readdirSync(join(dir, 'src/remote')).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.tsx?$/.test(file),
  )
  const css = existsSync(join(dir, 'src/remote/remote.css')) ? ['./src/remote/remote.css'] : []
  return Object.fromEntries(
    modules.map((file) => [
      `./${file.replace(/\.tsx?$/, '')}`,
      { import: [`./src/remote/${file}`, ...css, `./src/remote/${file}`] },
    ]),
  )
}

export interface RemoteOptions extends BuildOptions {
  name: string
  /** Files that are published as they are, beside what is bundled: by their place, and their path in the build. */
  copy?: readonly { from: string; to: string }[]
}

/**
 * The build of a remote: a container that takes all shared libraries from the shell and exposes what lies in src/remote.
 * In development it is served under the version `0.0.0-dev`.
 */
export function remoteConfig({ dir, name, mode, copy = [] }: RemoteOptions): Configuration {
  const dev = mode === 'development'
  const version = dev ? '0.0.0-dev' : remoteVersion(dir)
  const config = baseConfig({ dir, mode }, name)
  return {
    ...config,
    entry: {},
    output: {
      ...config.output,
      // Two versions may live in one tab: the name keeps their modules apart.
      uniqueName: `${name}@${version}`,
      publicPath: dev ? `/remotes/${name}/${version}/` : 'auto',
      crossOriginLoading: 'anonymous',
      // All modules of a remote have one style sheet; named by its content alone it is loaded once.
      ...(dev ? {} : { cssChunkFilename: '[contenthash:8].css' }),
      // A module that threw is run again at the next try, instead of being taken for loaded.
      strictModuleErrorHandling: true,
    },
    optimization: {
      ...config.optimization,
      splitChunks: { minSize: LEAST_SHARED },
      // The default ids hash a path of this machine; numbered ones make one version the same files wherever it is built.
      moduleIds: dev ? 'named' : 'natural',
    },
    plugins: [
      ...(config.plugins ?? []),
      leanContainer,
      ...(copy.length > 0
        ? [new rspack.CopyRspackPlugin({ patterns: copy.map((file) => ({ ...file, info: { minimized: true } })) })]
        : []),
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: exposesOf(dir),
        shared: consumed(),
        shareStrategy: 'loaded-first',
        experiments: {
          externalRuntime: true,
          optimization: { target: 'web', disableRemote: true, disableSnapshot: true },
        },
        manifest: true,
        dts: false,
        dev: false,
      }),
      ...(dev
        ? []
        : [new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }), remoteOutput({ dir, name, version })]),
    ],
  }
}

/** From this size on (of the source, in bytes) what several parts use is a file of its own. */
const LEAST_SHARED = 60_000

/** What it takes to read a query in a component. */
const READING =
  /[\\/](?:query-core[\\/].*[\\/]queryObserver|react-query[\\/].*[\\/](?:useBaseQuery|useQuery|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider))\.js$/

/** The build of the shell: an ordinary bundle. The federation runtime is a chunk of its own, loaded when a remote is wanted. */
export function shellConfig({ dir, mode }: BuildOptions): Configuration {
  const dev = mode === 'development'
  const config = baseConfig({ dir, mode }, 'shell')
  const assets = (file: unknown) => (typeof file === 'string' ? `assets/${file}` : '')
  const { filename, chunkFilename, cssFilename, cssChunkFilename } = config.output ?? {}
  return {
    ...config,
    entry: {
      main: [...(dev ? [REFRESH_HOOK] : []), './src/main.tsx'],
      // What has to run before all else is there: in no template, the worker writes it into the pages that have use for it.
      ...(dev ? {} : { early: './src/boot/early.ts' }),
    },
    output: {
      ...config.output,
      publicPath: '/',
      filename: assets(filename),
      chunkFilename: assets(chunkFilename),
      cssFilename: assets(cssFilename),
      cssChunkFilename: assets(cssChunkFilename),
    },
    optimization: {
      ...config.optimization,
      // The libraries change rarely: a new shell leaves them in the browser's cache. In three files, because what comes at once shares the line
      // evenly: one file of half the bytes would be the last to come, and all else waits for it.
      splitChunks: {
        // Fewer files, each of which costs an answer's time where they share a few connections: what two parts have in common comes with either, as
        // long as it is little. Who sees the one layout never sees the other.
        minSize: LEAST_SHARED,
        cacheGroups: {
          // Every page reads something.
          reading: { test: READING, name: 'router', chunks: 'all', enforce: true, priority: 3 },
          react: {
            test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
            name: 'react',
            chunks: 'initial',
            priority: 2,
          },
          router: { test: /[\\/]node_modules[\\/]@tanstack[\\/]/, name: 'router', chunks: 'initial', priority: 2 },
          vendor: { test: /[\\/]node_modules[\\/]/, name: 'vendor', chunks: 'initial', priority: 1 },
        },
      },
    },
    plugins: [
      ...(config.plugins ?? []),
      new rspack.DefinePlugin({
        SHARED_VERSIONS: JSON.stringify(sharedVersions()),
        SHELL_RUNS: JSON.stringify(builtAgainst()),
      }),
      // Not index.html: the worker writes every page itself, from this file.
      new rspack.HtmlRspackPlugin({
        template: './src/index.html',
        filename: 'shell.html',
        scriptLoading: 'defer',
        inject: 'head',
        chunks: ['main'],
      }),
      new rspack.CopyRspackPlugin({ patterns: [{ from: 'public', noErrorOnMissing: true }] }),
      ...(dev ? [] : [frameFirst, shellFacts(dir)]),
    ],
  }
}

/** Reads the place of the remote in `dir` in the shell, as it stands in src/remote/remote.json. */
export const readPlace = (dir: string): unknown => JSON.parse(readFileSync(join(dir, 'src/remote/remote.json'), 'utf8'))
