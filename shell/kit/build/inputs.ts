import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The root of the workspace. */
export const ROOT = join(import.meta.dirname, '../../..')

/** Sources that are bundled into every remote and the shell, and what decides how they are bundled. */
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
 * Returns a SHA-256 hash (hex) over names and contents of files and folders below the workspace root. Ignores tests and
 * build output; missing paths count as empty.
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

/** Returns all inputs of a remote's build. */
export const remoteSources = (folder: string): string[] => [
  `${folder}/src`,
  `${folder}/package.json`,
  `${folder}/rspack.config.ts`,
  ...COMMON,
]

/** Returns the hash of all inputs of a remote's build, which is repeated only when they change. */
export const remoteInputs = (folder: string): string => hashOf(remoteSources(folder))

/** Returns the hash of all inputs of the shell's build, which includes the sdk. */
export const shellInputs = (): string =>
  hashOf([
    'shell/src',
    'shell/public',
    'shell/package.json',
    'shell/rspack.config.ts',
    'shell/sdk/src',
    ...readdirSync(ROOT)
      .filter((name) => name.startsWith('mf-'))
      .map((name) => `${name}/src/remote/pages.ts`),
    ...COMMON,
  ])
