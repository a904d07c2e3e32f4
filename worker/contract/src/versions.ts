/** Compatibility of contract and sdk versions. Free of zod, because the shell uses it, too. */

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
