import { checkReleases } from '../release/releases.ts'

/** Part of `pnpm verify`: fails with the required version if contract or sdk changed without a version bump. */
const problem = await checkReleases()
if (problem) {
  console.error(problem)
  process.exitCode = 1
}
