import { join } from 'node:path'
import { smokeTest } from '../../../shell/smoke-test/smoke-test.ts'
import { StartError } from '../../command/start-error.ts'
import { readBuild } from './built-remote.ts'
import { pageBudget } from './page-budget.ts'
import { pageSizes } from './page-sizes.ts'

const kB = (bytes: number): number => Math.ceil(bytes / 1000)

/**
 * Checks that the build in `<dir>/dist` may go live: its pages are not too large, and the shell can show them.
 * @param sources the folder with the package.json that can set the maximum size of a page
 * @throws StartError with the reason
 */
export async function checkBuild({ dir, sources = dir }: { dir: string; sources?: string }): Promise<void> {
  const build = readBuild(dir)
  const maxKB = pageBudget(sources)
  for (const [page, bytes] of pageSizes(join(dir, 'dist'), build.place))
    if (kB(bytes) > maxKB)
      throw new StartError(
        `The scripts of ${page} have ${kB(bytes)} kB (gzipped), and the limit is ${maxKB} kB. Load parts of the page ` +
          `on demand, or add "portal": { "maxSize": ${kB(bytes)} } to ${join(sources, 'package.json')}.`,
      )
  const problem = await smokeTest(dir, build)
  if (problem) throw new StartError(`The build does not work in the shell, so it cannot go live. ${problem}`)
}
