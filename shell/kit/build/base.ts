import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { hashOf, ROOT } from './inputs.ts'
import { compiledAhead, noWatchers } from './plugins.ts'

/** How a bundle is built: for people, or for the developer's own browser. */
export type Mode = 'production' | 'development'

/** What the bundler builds one bundle from. */
export type BundleConfig = Configuration

/** What a bundle is built from. `dir` is the package's folder. */
export interface BuildOptions {
  dir: string
  mode: Mode
}

/** The oldest browsers that know everything the style sheets use (`@scope` is the youngest). */
const BROWSERS = ['chrome >= 125', 'safari >= 17.5', 'firefox >= 146']

/** Resolved here: the packages that are built need not know the preset's tools. */
const TAILWIND = fileURLToPath(import.meta.resolve('@tailwindcss/webpack'))

/** The preset itself and all installed packages. */
const TOOLS = hashOf(['shell/kit/build', 'pnpm-lock.yaml'])

const typescript = (dev: boolean) => ({
  test: /\.tsx?$/,
  type: 'javascript/auto' as const,
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: 'es2022',
      transform: { react: { runtime: 'automatic', development: dev, refresh: dev } },
    },
  },
})

/**
 * What every bundle of the portal has in common. Scripts are classic (a module that failed to load can never be retried) and
 * free of eval (the Content-Security-Policy forbids it). Source maps are written, but nothing refers to them.
 */
export function baseConfig({ dir, mode }: BuildOptions, name: string): Configuration {
  const dev = mode === 'development'
  const file = (ext: string) => (dev ? `[name].${ext}` : `[name].[contenthash:8].${ext}`)
  return {
    name,
    context: dir,
    mode,
    target: ['web', 'es2022'],
    devtool: dev ? 'cheap-module-source-map' : 'hidden-source-map',
    output: {
      path: join(dir, 'dist'),
      clean: true,
      filename: file('js'),
      chunkFilename: file('js'),
      cssFilename: file('css'),
      cssChunkFilename: file('css'),
    },
    module: {
      rules: [
        typescript(dev),
        { test: /\.css$/, type: 'css', loader: TAILWIND, options: { base: dir, optimize: false } },
      ],
    },
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'] },
    plugins: [noWatchers, ...(dev ? [new ReactRefreshRspackPlugin()] : [compiledAhead])],
    optimization: {
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          extractComments: false,
          minimizerOptions: { format: { comments: false } },
        }),
        new rspack.LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: BROWSERS } }),
      ],
    },
    lazyCompilation: false,
    performance: false,
    cache: {
      type: 'persistent',
      // Requests are relative to the folder, and depend on how and with what it is built: other answers must not be taken.
      version: `${dir} ${TOOLS}`,
      storage: { type: 'filesystem', directory: join(ROOT, '.cache/rspack', `${name}-${mode}`) },
    },
    stats: 'errors-only',
    infrastructureLogging: { level: 'error' },
  }
}
