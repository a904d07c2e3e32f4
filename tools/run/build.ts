import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FLAGS } from '@portal/contract/flags'
import type { BundleConfig, Mode } from '../../shell/kit/build/base.ts'
import { hashOf, ROOT, remoteInputs, shellInputs } from '../../shell/kit/build/inputs.ts'
import { StartError } from '../command/start-error.ts'
import { requireCurrentFlags } from '../operate/flags/require-current.ts'

/** The remotes of this workspace: all folders `mf-*` with page definitions. */
export const REMOTES: readonly string[] = readdirSync(ROOT)
  .filter((name) => name.startsWith('mf-') && existsSync(join(ROOT, name, 'src/remote/pages.ts')))
  .sort()

/** A build target. It is rebuilt only if its inputs have changed. */
interface Target {
  name: string
  /** Hash of the sources. */
  inputs: string
  /** A file that exists if the build does. */
  output: string
}

export interface BuildReport {
  built: string[]
  unchanged: string[]
  /** Milliseconds. */
  took: number
}

const targets = (): Target[] => [
  { name: 'shell', inputs: shellInputs(), output: 'shell/dist/shell.html' },
  ...REMOTES.map((name) => ({ name, inputs: remoteInputs(name), output: `${name}/dist/remote.json` })),
  {
    name: 'worker',
    inputs: hashOf(['worker/src', 'worker/contract/src', 'tools/run/bundle-worker.ts', 'pnpm-lock.yaml']),
    output: 'worker/dist/development.js',
  },
]

const stampOf = (target: Target): string => join(ROOT, '.cache/build', target.name)

function isCurrent(target: Target): boolean {
  const stamp = stampOf(target)
  return existsSync(join(ROOT, target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === target.inputs
}

/** Returns the bundler configuration of the shell or a remote. */
export async function configOf(name: string, mode: Mode): Promise<BundleConfig> {
  const { default: config } = (await import(join(ROOT, name, 'rspack.config.ts'))) as {
    default: (mode: Mode) => BundleConfig
  }
  return config(mode)
}

/** Builds the shell and remotes. Loads the build tools on demand, because that takes a second. */
async function compileBundles(names: string[]): Promise<void> {
  if (names.length === 0) return
  const { compile } = await import('../../shell/kit/build/compile.ts')
  const configs = await Promise.all(names.map((name) => configOf(name, 'production')))
  await compile(configs).catch((error: Error) => {
    throw new StartError(error.message)
  })
}

async function compileWorker(): Promise<void> {
  const { bundleWorker } = await import('./bundle-worker.ts')
  await Promise.all([bundleWorker('deployed'), bundleWorker('development')])
}

/**
 * Builds shell, remotes and worker for production, each into its `dist`. Skips targets that have not changed.
 * @param force builds unchanged targets, too
 * @param only names of the targets (default: all)
 * @throws StartError with the error messages of a failed build
 */
export async function buildAll({
  force = false,
  only,
}: {
  force?: boolean
  only?: readonly string[]
} = {}): Promise<BuildReport> {
  const started = performance.now()
  const all = targets().filter((target) => only?.includes(target.name) ?? true)
  const stale = all.filter((target) => force || !isCurrent(target))
  const bundles = stale.map((t) => t.name).filter((name) => name !== 'worker')
  const worker = stale.length > bundles.length ? [compileWorker()] : []
  await Promise.all([compileBundles(bundles), ...worker])
  for (const target of stale) {
    mkdirSync(dirname(stampOf(target)), { recursive: true })
    writeFileSync(stampOf(target), target.inputs)
  }
  return {
    built: stale.map((t) => t.name),
    unchanged: all.filter((t) => !stale.includes(t)).map((t) => t.name),
    took: Math.round(performance.now() - started),
  }
}

if (import.meta.main) {
  try {
    const only = process.argv.slice(2).filter((name) => name !== '--force')
    const unknown = only.find((name) => !targets().some((target) => target.name === name))
    if (unknown) throw new StartError(`There is no build target ${unknown}.`)
    // A team can build its remote although a flag of the shell has expired.
    if (only.length === 0 || only.includes('shell')) requireCurrentFlags('shell', FLAGS)
    const { built, unchanged, took } = await buildAll({
      force: process.argv.includes('--force'),
      ...(only.length > 0 ? { only } : {}),
    })
    if (built.length > 0) console.log(`Built ${built.join(', ')} in ${took} ms.`)
    if (unchanged.length > 0) console.log(`Unchanged: ${unchanged.join(', ')}.`)
  } catch (error) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
