import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf } from '../../shell/kit/build/inputs.ts'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import type { Change } from './changes.ts'
import { type Compared, compareExports, compareWidgets } from './compare-declarations.ts'
import { writeDeclarations } from './declarations.ts'
import { compareOpenApi, writeOpenApi } from './openapi.ts'

/**
 * Records releases of contract and sdk, and checks that their versions reflect the changes since the last release. The
 * folder `released` of a package has what remotes rely on: declarations, and for the contract its OpenAPI document.
 */

interface Package {
  folder: string
  /** Sources of the release. The check is skipped while they are unchanged. */
  inputs: string[]
  /** Writes what would be released now into a folder. */
  write: (into: string) => void
  compare: (folders: Compared) => Promise<Change[]> | Change[]
}

export const PACKAGES = {
  contract: {
    folder: 'worker/contract',
    inputs: ['worker/contract', 'worker/src', 'tools/release'],
    write: (into) => {
      writeDeclarations({ folder: 'worker/contract/src', file: 'widgets.ts', alone: true }, into)
      writeOpenApi(into)
    },
    compare: async (folders) => [...(await compareOpenApi(folders.before, folders.after)), ...compareWidgets(folders)],
  },
  sdk: {
    folder: 'shell/sdk',
    inputs: ['shell/sdk', 'tools/release'],
    write: (into) => writeDeclarations({ folder: 'shell/sdk/src', file: 'index.ts' }, into),
    compare: compareExports,
  },
} as const satisfies Record<string, Package>
export type PackageName = keyof typeof PACKAGES

const numbers = (version: string): number[] => version.split('.').map(Number)
const compareVersions = (a: string, b: string): number => {
  const [x, y] = [numbers(a), numbers(b)]
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0)
}

const versionOf = ({ folder }: Package): string =>
  (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string }).version

const releaseOf = ({ folder }: Package): string => join(ROOT, folder, 'released')
const VERSION_FILE = 'VERSION'

/** Returns the version of the last release of a package. */
const lastRelease = (of: Package): string => readFileSync(join(releaseOf(of), VERSION_FILE), 'utf8').trimEnd()

/** Writes what would be released now. Inside the package, so that its imports can be resolved. */
function writeCurrent(of: Package): string {
  const current = join(ROOT, of.folder, '.cache/current')
  rmSync(current, { recursive: true, force: true })
  mkdirSync(current, { recursive: true })
  of.write(current)
  return current
}

/** Returns the lowest valid version after changes to `released`. */
export function requiredVersion(released: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0] = numbers(released)
  if (changes.some((change) => change.level === 'major')) return `${major + 1}.0.0`
  return changes.length > 0 ? `${major}.${minor + 1}.0` : released
}

/** Number of changes that a message lists. */
const LISTED = 20

/** Returns the changes of a package since its last release. */
const changesOf = async (of: Package, after: string): Promise<Change[]> =>
  of.compare({ before: releaseOf(of), after, work: join(ROOT, of.folder, '.cache/compare') })

/** Returns an error message if the version of a package is too low for its changes since the last release. */
function problemOf(name: PackageName, changes: readonly Change[]): string | undefined {
  const of: Package = PACKAGES[name]
  const [last, version] = [lastRelease(of), versionOf(of)]
  const required = requiredVersion(last, changes)
  if (compareVersions(version, required) >= 0) return undefined
  const relevant = changes.filter((change) => required.endsWith('.0.0') === (change.level === 'major'))
  const lines = relevant.slice(0, LISTED).map(({ path, what }) => `  ${path}: ${what}`)
  const more = relevant.length > LISTED ? [`  and ${relevant.length - LISTED} more`] : []
  const file = `${of.folder}/package.json`
  const advice = `${name} changed since release ${last}. Set the version in ${file} to ${required}; it is ${version}:`
  return [advice, ...lines, ...more].join('\n')
}

/** Returns an error message if a package's version is too low. Skips packages that are unchanged since they passed. */
export async function checkReleases(): Promise<string | undefined> {
  const problems: string[] = []
  for (const name of Object.keys(PACKAGES) as PackageName[]) {
    const stamp = join(ROOT, '.cache/releases', name)
    const inputs = hashOf([...PACKAGES[name].inputs])
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) continue
    const problem = problemOf(name, await changesOf(PACKAGES[name], writeCurrent(PACKAGES[name])))
    if (problem) problems.push(problem)
    else {
      mkdirSync(dirname(stamp), { recursive: true })
      writeFileSync(stamp, inputs)
    }
  }
  return problems.length > 0 ? problems.join('\n') : undefined
}

/**
 * Records the version in a package's package.json as a release.
 * @throws StartError when something else was released with this version, or the version is too low
 */
export async function release(name: PackageName): Promise<string> {
  const of: Package = PACKAGES[name]
  const version = versionOf(of)
  const current = writeCurrent(of)
  const changes = await changesOf(of, current)
  if (version === lastRelease(of)) {
    if (changes.length === 0) return `${name} ${version} is already released and unchanged.`
    throw new StartError(
      `${name} ${version} is already released, and releases never change. ` +
        `Increase the version in ${of.folder}/package.json.`,
    )
  }
  const problem = problemOf(name, changes)
  if (problem) throw new StartError(problem)
  writeFileSync(join(current, VERSION_FILE), `${version}\n`)
  rmSync(releaseOf(of), { recursive: true, force: true })
  renameSync(current, releaseOf(of))
  return `Recorded the release of ${name} ${version}.`
}
