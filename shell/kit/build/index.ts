import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, rspack } from '@rspack/core'
import { type BuildOptions, baseConfig, OLDEST_BROWSERS } from './base.ts'
import { CONTENT_HASH, nameByContent } from './name-by-content.ts'
import { builtAgainst, REFRESH_HOOK, remoteOutput, shellBuild } from './plugins.ts'
import { consumedLibraries, readPackage, sharedVersions } from './shared.ts'
import { bundleWorkers, type WebWorker } from './web-workers.ts'

export type { BuildOptions, Mode } from './base.ts'
export type { SharedName } from './shared.ts'

/** Returns the container's name: the federation runtime identifies remotes by a JavaScript identifier. */
export const containerName = (name: string): string => name.replaceAll('-', '_')

/**
 * Returns what a remote exposes: every `.tsx` module directly in src/remote, with its stylesheet. The module comes
 * first because the manifest is keyed by it, and last because the exports of the last one are exposed.
 */
function exposesOf(dir: string): Record<string, { import: string[] }> {
  const modules = readdirSync(join(dir, 'src/remote')).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  )
  const css = existsSync(join(dir, 'src/remote/remote.css')) ? ['./src/remote/remote.css'] : []
  return Object.fromEntries(
    modules.map((file) => [
      `./${file.slice(0, -'.tsx'.length)}`,
      { import: [`./src/remote/${file}`, ...css, `./src/remote/${file}`] },
    ]),
  )
}

export interface RemoteOptions extends BuildOptions {
  name: string
  /** Files that are published unbundled: their source, their path in the build, and how they are changed. */
  copy?: readonly { from: string; to: string; transform?: (content: Buffer) => string }[]
  /** Web workers, each a script of its own. */
  workers?: readonly WebWorker[]
}

/**
 * Returns the build of a remote: a container that takes all shared libraries from the shell and exposes the modules in
 * src/remote. In development its version is `0.0.0-dev`.
 */
export function remoteConfig({ dir, name, mode, copy = [], workers = [] }: RemoteOptions): Configuration {
  const dev = mode === 'development'
  const version = dev ? '0.0.0-dev' : `${readPackage(dir).version}-${CONTENT_HASH}`
  const config = baseConfig({ dir, mode }, name)
  const files = [...copy, ...bundleWorkers(workers, mode)]
  return {
    ...config,
    entry: {},
    output: {
      ...config.output,
      // Two versions may be loaded in one tab: the name keeps their modules apart.
      uniqueName: `${name}@${version}`,
      publicPath: dev ? `/remotes/${name}/${version}/` : 'auto',
      crossOriginLoading: 'anonymous',
      // All modules of a remote share one stylesheet; named by its content, it is loaded once.
      ...(dev ? {} : { cssChunkFilename: '[contenthash:8].css' }),
      // A module that threw is evaluated again on the next import.
      strictModuleErrorHandling: true,
    },
    optimization: {
      ...config.optimization,
      splitChunks: { minSize: MIN_SHARED_BYTES },
      // The default ids hash absolute paths; numbered ones give the same files on every machine.
      moduleIds: dev ? 'named' : 'natural',
    },
    plugins: [
      ...(config.plugins ?? []),
      ...(files.length > 0
        ? [new rspack.CopyRspackPlugin({ patterns: files.map((file) => ({ ...file, info: { minimized: true } })) })]
        : []),
      new ModuleFederationPlugin({
        name: containerName(name),
        filename: dev ? 'remoteEntry.js' : 'remoteEntry.[contenthash:8].js',
        exposes: exposesOf(dir),
        shared: consumedLibraries(),
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
        : [
            nameByContent,
            new rspack.SubresourceIntegrityPlugin({ hashFuncNames: ['sha256'] }),
            remoteOutput({ dir, name }),
          ]),
    ],
  }
}

/** Source size, in bytes, from which code that several chunks share becomes a file of its own. */
const MIN_SHARED_BYTES = 60_000

/** Modules needed to read a query in a component. */
const QUERY_HOOKS = 'useBaseQuery|useQuery|errorBoundaryUtils|suspense|QueryErrorResetBoundary|IsRestoringProvider'
const QUERY_MODULES = new RegExp(
  String.raw`[\\/](?:query-core[\\/].*[\\/]queryObserver|react-query[\\/].*[\\/](?:${QUERY_HOOKS}))\.js$`,
)

/** The service worker. Its address says which pages it controls: all. */
const SERVICE_WORKER: WebWorker = { from: 'src/service-worker/main.ts', to: 'service-worker.js' }

/** Writes the HTML that starts an entry of the shell. Only the portal can be installed. */
const htmlPage = (entry: 'main' | 'operators', filename: string, title: string) =>
  new rspack.HtmlRspackPlugin({
    template: './src/index.html',
    templateParameters: { entry, title, browsers: OLDEST_BROWSERS },
    chunks: [entry],
    filename,
    // The template places scripts and styles.
    inject: false,
  })

/**
 * Returns the build of the shell: an ordinary bundle. The federation runtime is a chunk that is loaded with the first
 * remote.
 */
export function shellConfig({ dir, mode }: BuildOptions): Configuration {
  const dev = mode === 'development'
  const config = baseConfig({ dir, mode }, 'shell')
  const assets = (file: unknown) => (typeof file === 'string' ? `assets/${file}` : '')
  const { filename, chunkFilename, cssFilename, cssChunkFilename } = config.output ?? {}
  return {
    ...config,
    entry: {
      main: [...(dev ? [REFRESH_HOOK] : []), './src/main.tsx'],
      operators: './src/delivery/main.tsx',
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
      // Libraries change rarely, so that browsers keep them cached across versions of the shell. Three files of similar
      // size finish loading at about the same time.
      splitChunks: {
        // Few files, since each costs a round trip on a few connections. Small shared code is duplicated: users of one
        // layout rarely see the other.
        minSize: MIN_SHARED_BYTES,
        cacheGroups: {
          // Every page reads queries.
          reading: { test: QUERY_MODULES, name: 'router', chunks: 'all', enforce: true, priority: 3 },
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
        // Leaves out the federation runtime's code for Node.
        ENV_TARGET: JSON.stringify('web'),
      }),
      // Not index.html: the worker renders every page from this file.
      htmlPage('main', 'shell.html', 'Client Portal'),
      htmlPage('operators', 'operators.html', 'Remotes'),
      new rspack.CopyRspackPlugin({
        patterns: [
          { from: 'public', noErrorOnMissing: true },
          // A development server serves files that change, so nothing may be kept.
          ...(dev ? [] : bundleWorkers([SERVICE_WORKER], mode)).map((file) => ({ ...file, info: { minimized: true } })),
        ],
      }),
      ...(dev ? [] : [shellBuild(dir)]),
    ],
  }
}
