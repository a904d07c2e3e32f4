import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Configuration, rspack } from '@rspack/core'
import { shellConfig } from '../../shell/kit/build/index.ts'

const root = join(import.meta.dirname, '../..')

/** How the application without federation is cut: into one bundle, or by route. */
export type Cut = 'bundled' | 'split'

/** Builds the application without federation, from the same sources. @returns the folder of the build */
export async function buildOneApp(cut: Cut): Promise<string> {
  const config = shellConfig({ dir: join(root, 'shell'), mode: 'production' })
  const path = join(root, '.cache/one-app', cut)
  const own: Configuration = {
    ...config,
    // What was resolved for the shell is not what is resolved here.
    cache: false,
    output: { ...config.output, path },
    resolve: { ...config.resolve, alias: { [join(root, 'shell/src/federation/loader.ts')]: join(import.meta.dirname, `${cut}.ts`) } },
    module: { ...config.module, ...(cut === 'bundled' ? { parser: { javascript: { dynamicImportMode: 'eager' } } } : {}) },
    optimization: { ...config.optimization, ...(cut === 'bundled' ? { splitChunks: false } : {}) },
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
