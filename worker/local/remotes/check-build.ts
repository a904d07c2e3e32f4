import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PublishRemote } from '@portal/contract/remotes'
import { smokeTest } from '../../../shell/smoke-test/smoke-test.ts'
import { StartError } from '../sqld.ts'
import { PAGE_KB, pageSizes } from './page-sizes.ts'

const kB = (bytes: number): number => Math.ceil(bytes / 1000)

/**
 * Checks that the build in `<dir>/dist` may go live: its pages are not too large, and the shell can show them.
 * @param maxKB maximum size of the scripts of a page, gzipped
 * @throws StartError with the reason
 */
export async function checkBuild(dir: string, maxKB = PAGE_KB): Promise<void> {
  const dist = join(dir, 'dist')
  const { place } = PublishRemote.parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')))
  for (const [page, bytes] of pageSizes(dist, place))
    if (kB(bytes) > maxKB)
      throw new StartError(
        `The scripts of ${page} have ${kB(bytes)} kB (gzipped), and the limit is ${maxKB} kB. Load parts of the page ` +
          `on demand, or pass --max-size ${kB(bytes)}.`,
      )
  const problem = await smokeTest(dir)
  if (problem) throw new StartError(`The build does not work in the shell, so it cannot go live. ${problem}`)
}
