import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from '@rspack/core'
import { compile } from '../../../shell/kit/build/compile.ts'
import { shellConfig } from '../../../shell/kit/build/index.ts'

const root = join(import.meta.dirname, '../../..')

/** How the app is split: into one bundle, or by route, as the bundler does by itself. */
type Cut = 'bundled' | 'split'

function settingsOf(cut: Cut, { module, optimization }: Configuration): Configuration {
  if (cut === 'split') return { optimization: { ...optimization, splitChunks: { chunks: 'async' } } }
  const parser = { javascript: { dynamicImportMode: 'eager' as const } }
  return { module: { ...module, parser }, optimization: { ...optimization, splitChunks: false } }
}

/** Builds the app without federation from the same sources. @returns the folder of the build */
export async function buildOneApp(cut: Cut): Promise<string> {
  const config = shellConfig({ dir: join(root, 'shell'), mode: 'production' })
  const path = join(root, '.cache/one-app', cut)
  const loader = join(root, 'shell/src/federation/loader.ts')
  await compile([
    {
      ...config,
      ...settingsOf(cut, config),
      // The cache holds what was resolved for the shell.
      cache: false,
      output: { ...config.output, path },
      resolve: { ...config.resolve, alias: { [loader]: join(import.meta.dirname, 'loader.ts') } },
    },
  ])
  // Without preload hints: a plain server does not know what a path needs.
  const facts = join(path, 'shell.json')
  writeFileSync(facts, JSON.stringify({ ...(JSON.parse(readFileSync(facts, 'utf8')) as object), chunks: {} }))
  return path
}
