import { checkReleases } from './release/releases.ts'

/** Part of `pnpm verify`: says what the versions of contract and sdk would have to be, and fails, where they are not. */
const problem = await checkReleases()
if (problem) {
  console.error(problem)
  process.exitCode = 1
}
