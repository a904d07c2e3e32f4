import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Configuration, rspack } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { hashOf, ROOT } from './inputs.ts'

/** Build mode: optimized for users, or for local development. */
export type Mode = 'production' | 'development'

/** Configuration of one bundle. */
export type BundleConfig = Configuration

/** Options of a bundle. `dir` is the package's folder. */
export interface BuildOptions {
  dir: string
  mode: Mode
}

/** The oldest browsers that support all CSS in use; `@scope` is the newest feature. */
const BROWSERS = ['chrome >= 125', 'safari >= 17.5', 'firefox >= 146']
/** The same as text: 'Chrome 125, Safari 17.5, Firefox 146'. */
export const OLDEST_BROWSERS = BROWSERS.map((one) =>
  one.replace(/^./, (c) => c.toUpperCase()).replace(' >= ', '\u00a0'),
).join(', ')

/**
 * Makes Chromium compile each script as a whole while it loads, in the background. By default it compiles functions
 * lazily on the main thread, which took a third of a page's processor time.
 */
const compiledEagerly = new rspack.BannerPlugin({
  banner: '//# allFunctionsCalledOnLoad',
  raw: true,
  test: /\.js$/,
  // After comments are removed, before files are named by their content.
  stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
})

/** Resolved here, so that packages need no dependency on the build tools. */
const TAILWIND = fileURLToPath(import.meta.resolve('@tailwindcss/webpack'))

/** Hash of the build preset and all installed packages. */
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
 * Returns the configuration that all bundles share. Scripts are classic, since a module that failed to load can never
 * be retried, and free of `eval`, which the Content-Security-Policy forbids. Source maps are written but not
 * referenced.
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
    plugins: [dev ? new ReactRefreshRspackPlugin() : compiledEagerly],
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
      // Cached results depend on the folder and on the build tools.
      version: `${dir} ${TOOLS}`,
      storage: { type: 'filesystem', directory: join(ROOT, '.cache/rspack', `${name}-${mode}`) },
    },
    stats: 'errors-only',
    infrastructureLogging: { level: 'error' },
  }
}
