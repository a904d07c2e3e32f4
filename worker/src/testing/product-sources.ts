import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['worker/src', 'worker/contract/src', 'shell/src', 'shell/sdk/src', 'shell/kit/src'].concat(
  ['client-portal', 'clients', 'review', 'workforms'].map((name) => `mf-${name}/src`),
)

/** The source files of the worker and the screens, without tests and what only they use. */
export const productSources: readonly { path: string; code: string }[] = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /(?<!\.test)\.tsx?$/.test(name) && !/\/(?:testing|dev)\b/.test(parentPath))
    .map(({ name, parentPath }) => join(parentPath, name))
    .map((path) => ({ path: relative(ROOT, path), code: readFileSync(path, 'utf8') })),
)

/** Those of the worker, with paths relative to its sources. */
export const workerSources: typeof productSources = productSources
  .filter(({ path }) => path.startsWith('worker/src/'))
  .map(({ path, code }) => ({ path: path.slice('worker/src/'.length), code }))
