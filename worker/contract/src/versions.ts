/** Compatibility of contract and sdk versions. Free of zod, because the shell uses it, too. */

const majorOf = (version: string): number => Number(version.split('.')[0])

/** Returns whether a build for one version runs on another: same major version, and a minor that is not newer. */
export function isCompatible(built: string, runs: string): boolean {
  const [major = 0, minor = 0] = built.split('.').map(Number)
  const [runsMajor = 0, runsMinor = 0] = runs.split('.').map(Number)
  return major === runsMajor && minor <= runsMinor
}

/** Versions of @portal/contract and @portal/sdk. */
export interface PackageVersions {
  contract: string
  sdk: string
}

/** Returns why a build is incompatible with the running versions, or undefined. */
export function incompatibility(build: PackageVersions, runs: PackageVersions): string | undefined {
  for (const name of ['contract', 'sdk'] as const) {
    if (!isCompatible(build[name], runs[name]))
      return `The build requires ${name} ${build[name]}, but ${runs[name]} is running.`
  }
  return undefined
}

/**
 * Returns whether a build is for a newer portal: it needs a newer contract or sdk than the running ones, and no older
 * major version. It can be published ahead and becomes live when that portal is deployed.
 */
export function isAhead(build: PackageVersions, runs: PackageVersions): boolean {
  const isRecent = (name: keyof PackageVersions): boolean => majorOf(build[name]) >= majorOf(runs[name])
  return incompatibility(build, runs) !== undefined && isRecent('contract') && isRecent('sdk')
}

/** Returns what a build for a newer portal waits for: "contract 3", or "sdk 1.7" for a minor version. */
export function waitsFor(build: PackageVersions, runs: PackageVersions): string | undefined {
  if (!isAhead(build, runs)) return undefined
  const needed = (['contract', 'sdk'] as const).filter((name) => !isCompatible(build[name], runs[name]))
  return needed
    .map((name) => {
      const [major, minor] = build[name].split('.')
      return `${name} ${majorOf(build[name]) > majorOf(runs[name]) ? major : `${major}.${minor}`}`
    })
    .join(' and ')
}
