import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The root of the workspace. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Everything that is bundled into whoever uses it, and what decides how it is bundled. */
const COMMON = [
  'shell/kit/src',
  'shell/kit/build',
  'shell/kit/package.json',
  'shell/sdk/package.json',
  'worker/contract/src',
  'worker/contract/package.json',
  'pnpm-lock.yaml',
]

const IGNORED = /(?:^|\/)(?:node_modules|dist|\.cache)$|\.test\.tsx?$/

function* files(path: string): Generator<string> {
  if (IGNORED.test(path) || !existsSync(path)) return
  if (statSync(path).isFile()) {
    yield path
    return
  }
  for (const name of readdirSync(path).sort()) yield* files(join(path, name))
}

/**
 * A hash (hex, SHA-256) over the names and the contents of files and folders below the workspace root. Tests and build
 * output do not count, missing paths count as empty.
 */
export function hashOf(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of files(join(ROOT, path)))
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

/** Everything that the build of the remote in a folder of the workspace reads. */
export const remoteSources = (folder: string): string[] => [
  `${folder}/src`,
  `${folder}/package.json`,
  `${folder}/rspack.config.ts`,
  ...COMMON,
]

/**
 * A hash over all that a remote's build reads. It is part of the remote's version: other code never has the same version,
 * and the same code, built anywhere, always has.
 */
export const remoteInputs = (folder: string): string => hashOf(remoteSources(folder))

/** The same for the shell, which also carries the sdk. */
export const shellInputs = (): string =>
  hashOf([
    'shell/src',
    'shell/public',
    'shell/package.json',
    'shell/rspack.config.ts',
    'shell/sdk/src',
    ...readdirSync(ROOT)
      .filter((name) => name.startsWith('mf-'))
      .map((name) => `${name}/src/remote/remote.json`),
    ...COMMON,
  ])
