/** What versions of the contract and the sdk mean to each other. Without zod: the shell judges by it, too. */

/** Whether what was built against one version runs on another: the same major, and a minor that is not newer than what runs. */
export function isCompatible(built: string, runs: string): boolean {
  const [major = 0, minor = 0] = built.split('.').map(Number)
  const [runsMajor = 0, runsMinor = 0] = runs.split('.').map(Number)
  return major === runsMajor && minor <= runsMinor
}

/** PackageVersions of @portal/contract and @portal/sdk. */
export interface PackageVersions {
  contract: string
  sdk: string
}

/** Why a build cannot run on what runs; undefined where it can. */
export function incompatibility(build: PackageVersions, runs: PackageVersions): string | undefined {
  for (const part of ['contract', 'sdk'] as const) {
    if (!isCompatible(build[part], runs[part]))
      return `It was built against ${part} ${build[part]}; ${runs[part]} runs.`
  }
  return undefined
}
