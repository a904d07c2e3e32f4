import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf } from '../../shell/kit/build/inputs.ts'
import { ROOT } from '../command/root.ts'
import { StartError } from '../command/start-error.ts'
import { compareContracts } from './compare-contracts.ts'
import type { Change } from './compare-schemas.ts'
import { ContractSurface, contractSurface } from './contract-surface.ts'
import { compareSdks, sdkSurface } from './sdk-surface.ts'

/** Records releases of contract and sdk, and checks that their versions reflect the changes since the last release. */

interface Released {
  folder: string
  extension: string
  /** Sources of the surface. The check is skipped while they are unchanged. */
  inputs: string[]
  /** Returns the current surface as text. */
  current: () => Promise<string> | string
  compare: (before: string, after: string) => Change[]
}

export const PACKAGES = {
  contract: {
    folder: 'worker/contract',
    extension: '.json',
    inputs: ['worker/contract', 'worker/src', 'tools/release'],
    current: async () => `${JSON.stringify(await contractSurface(ROOT), null, 1)}\n`,
    compare: (a, b) => compareContracts(ContractSurface.parse(JSON.parse(a)), ContractSurface.parse(JSON.parse(b))),
  },
  sdk: {
    folder: 'shell/sdk',
    extension: '.d.txt',
    inputs: ['shell/sdk', 'tools/release'],
    current: sdkSurface,
    compare: compareSdks,
  },
} as const satisfies Record<string, Released>
export type PackageName = keyof typeof PACKAGES

const numbers = (version: string): number[] => version.split('.').map(Number)
const compareVersions = (a: string, b: string): number => {
  const [x, y] = [numbers(a), numbers(b)]
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0)
}

const versionOf = ({ folder }: Released): string =>
  (JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as { version: string }).version

const fileOf = ({ folder, extension }: Released, version: string): string =>
  join(ROOT, folder, 'releases', version + extension)

/** Returns the last released version of a package. */
function lastRelease({ folder, extension }: Released): string | undefined {
  const path = join(ROOT, folder, 'releases')
  const versions = existsSync(path) ? readdirSync(path).map((file) => file.replace(extension, '')) : []
  return versions.sort(compareVersions).at(-1)
}

/** Returns the lowest valid version after changes to `released`. */
export function requiredVersion(released: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0] = numbers(released)
  if (changes.some((change) => change.level === 'major')) return `${major + 1}.0.0`
  return changes.length > 0 ? `${major}.${minor + 1}.0` : released
}

/** Number of changes that a message lists. */
const LISTED = 20

/** Compares a package with its last release. @returns an error message if its version is too low */
async function checkPackage(name: PackageName, surface?: string): Promise<string | undefined> {
  const released: Released = PACKAGES[name]
  const [last, version] = [lastRelease(released), versionOf(released)]
  if (!last) return undefined
  const changes = released.compare(readFileSync(fileOf(released, last), 'utf8'), surface ?? (await released.current()))
  const required = requiredVersion(last, changes)
  if (compareVersions(version, required) >= 0) return undefined
  const relevant = changes.filter((change) => required.endsWith('.0.0') === (change.level === 'major'))
  const lines = relevant.slice(0, LISTED).map(({ path, what }) => `  ${path}: ${what}`)
  const more = relevant.length > LISTED ? [`  and ${relevant.length - LISTED} more`] : []
  const file = `${released.folder}/package.json`
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
    const problem = await checkPackage(name)
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
 * @throws StartError when another surface was released with this version, or the version is too low
 */
export async function release(name: PackageName): Promise<string> {
  const released: Released = PACKAGES[name]
  const version = versionOf(released)
  const file = fileOf(released, version)
  const surface = await released.current()
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === surface) return `${name} ${version} is already released and unchanged.`
    throw new StartError(
      `${name} ${version} is already released, and releases never change. ` +
        `Increase the version in ${released.folder}/package.json.`,
    )
  }
  const problem = await checkPackage(name, surface)
  if (problem) throw new StartError(problem)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, surface)
  return `Recorded the release of ${name} ${version}.`
}
