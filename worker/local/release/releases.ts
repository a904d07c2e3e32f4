import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashOf } from '../../../shell/kit/build/inputs.ts'
import { StartError } from '../sqld.ts'
import { compareContracts } from './compare-contracts.ts'
import type { Change } from './compare-schemas.ts'
import { ContractSurface, contractSurface } from './contract-surface.ts'
import { compareSdks, sdkSurface } from './sdk-surface.ts'

/** Releases of the packages that remotes are built against, and whether the versions in their package.json do for what changed since. */

const root = join(import.meta.dirname, '../../..')

interface Released {
  folder: string
  extension: string
  /** What the surface follows from: as long as it is the same, so is the outcome. */
  inputs: string[]
  /** The surface as it is now, as text. */
  now: () => Promise<string> | string
  compare: (before: string, after: string) => Change[]
}

export const PACKAGES = {
  contract: {
    folder: 'worker/contract',
    extension: '.json',
    inputs: ['worker/contract', 'worker/src', 'worker/local/release'],
    now: async () => `${JSON.stringify(await contractSurface(root), null, 1)}\n`,
    compare: (a, b) => compareContracts(ContractSurface.parse(JSON.parse(a)), ContractSurface.parse(JSON.parse(b))),
  },
  sdk: {
    folder: 'shell/sdk',
    extension: '.d.txt',
    inputs: ['shell/sdk', 'worker/local/release'],
    now: sdkSurface,
    compare: compareSdks,
  },
} as const satisfies Record<string, Released>
export type PackageName = keyof typeof PACKAGES

const numbers = (version: string): number[] => version.split('.').map(Number)
const newer = (a: string, b: string): number => {
  const [x, y] = [numbers(a), numbers(b)]
  return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (x[2] ?? 0) - (y[2] ?? 0)
}

const versionOf = ({ folder }: Released): string =>
  (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { version: string }).version

const fileOf = ({ folder, extension }: Released, version: string): string =>
  join(root, folder, 'releases', version + extension)

/** The last released version of a package. */
function lastRelease({ folder, extension }: Released): string | undefined {
  const path = join(root, folder, 'releases')
  const versions = existsSync(path) ? readdirSync(path).map((file) => file.replace(extension, '')) : []
  return versions.sort(newer).at(-1)
}

/** The least version that does for a change since `released`. */
export function demanded(released: string, changes: readonly Change[]): string {
  const [major = 0, minor = 0] = numbers(released)
  if (changes.some((change) => change.level === 'major')) return `${major + 1}.0.0`
  return changes.length > 0 ? `${major}.${minor + 1}.0` : released
}

/** Most changes that are named; the rest is counted. */
const NAMED = 20

/** Compares a package with its last release. @returns what is wrong with its version, or undefined */
async function checkPackage(name: PackageName, surface?: string): Promise<string | undefined> {
  const released: Released = PACKAGES[name]
  const [last, version] = [lastRelease(released), versionOf(released)]
  if (!last) return undefined
  const changes = released.compare(readFileSync(fileOf(released, last), 'utf8'), surface ?? (await released.now()))
  const least = demanded(last, changes)
  if (newer(version, least) >= 0) return undefined
  const telling = changes.filter((change) => least.endsWith('.0.0') === (change.level === 'major'))
  const lines = telling.slice(0, NAMED).map(({ path, what }) => `  ${path}: ${what}`)
  const more = telling.length > NAMED ? [`  and ${telling.length - NAMED} more`] : []
  const advice = `${name} ${last} was released. What changed since demands version ${least} in ${released.folder}/package.json, not ${version}:`
  return [advice, ...lines, ...more].join('\n')
}

/** What is wrong with the versions of the released packages, or undefined. What was found right is not looked at again until it changes. */
export async function checkReleases(): Promise<string | undefined> {
  const problems: string[] = []
  for (const name of Object.keys(PACKAGES) as PackageName[]) {
    const stamp = join(root, '.cache/releases', name)
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

/** Records the version in a package's package.json as released. Throws StartError where it was released already, or does not do. */
export async function release(name: PackageName): Promise<string> {
  const released: Released = PACKAGES[name]
  const version = versionOf(released)
  const file = fileOf(released, version)
  const surface = await released.now()
  if (existsSync(file)) {
    if (readFileSync(file, 'utf8') === surface) return `${name} ${version} is released as it is.`
    throw new StartError(
      `${name} ${version} is released already; releases never change. Raise the version in ${released.folder}/package.json.`,
    )
  }
  const problem = await checkPackage(name, surface)
  if (problem) throw new StartError(problem)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, surface)
  return `${name} ${version} is released.`
}
