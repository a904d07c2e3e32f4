import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { shellConfig } from '../../shell/kit/build/index.ts'
import { skeletonFirst } from '../../shell/kit/build/plugins.ts'

const root = join(import.meta.dirname, '../..')

/**
 * How the application without federation is cut: into one bundle; by route, as the bundler does it of itself; or by route, with the portal's own
 * cut of the libraries and order of what comes.
 */
export type Cut = 'bundled' | 'split' | 'ordered'

/** What is not the portal's own of a build. */
function settingsOf(cut: Cut, { module, optimization, plugins }: Configuration): Configuration {
  if (cut === 'ordered') return {}
  const without = { plugins: (plugins ?? []).filter((plugin) => plugin !== skeletonFirst) }
  return cut === 'split'
    ? { ...without, optimization: { ...optimization, splitChunks: { chunks: 'async' } } }
    : {
        module: { ...module, parser: { javascript: { dynamicImportMode: 'eager' } } },
        optimization: { ...optimization, splitChunks: false },
      }
}

/** Builds the application without federation, from the same sources. @returns the folder of the build */
export async function buildOneApp(cut: Cut): Promise<string> {
  const config = shellConfig({ dir: join(root, 'shell'), mode: 'production' })
  const path = join(root, '.cache/one-app', cut)
  const loader = cut === 'bundled' ? 'bundled.ts' : 'split.ts'
  const own: Configuration = {
    ...config,
    ...settingsOf(cut, config),
    // What was resolved for the shell is not what is resolved here.
    cache: false,
    output: { ...config.output, path },
    resolve: {
      ...config.resolve,
      alias: { [join(root, 'shell/src/federation/loader.ts')]: join(import.meta.dirname, loader) },
    },
  }
  await new Promise<void>((resolve, reject) => {
    const compiler = rspack(own)
    compiler.run((error, stats) => {
      compiler.close(() => undefined)
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString({ all: false, errors: true })))
      else resolve()
    })
  })
  // Nothing is hinted at in its pages: that a server knows what a path needs is the portal's own.
  const facts = join(path, 'shell.json')
  writeFileSync(facts, JSON.stringify({ ...(JSON.parse(readFileSync(facts, 'utf8')) as object), chunks: {} }))
  return path
}
