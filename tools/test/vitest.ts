import { join } from 'node:path'
import { type LayerResult, type TestResult, withSecondChance } from './results.ts'
import { REPORTS, runTests } from './run-command.ts'
import { RESULTS_FILE } from './vitest-reporter.ts'

function run(args: readonly string[], report: string): Promise<readonly TestResult[]> {
  const file = join(REPORTS, report)
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`]
  const command = { command: 'vitest', args: ['run', ...args, ...reporters], env: { [RESULTS_FILE]: file } }
  return runTests({ name: 'Vitest', ...command, report: file, read: (results: readonly TestResult[]) => results })
}

/** Runs the tests of contract, worker and screens, or those in some files. Failed files run again, one at a time. */
export const runVitest = (files: readonly string[]): Promise<LayerResult> =>
  withSecondChance(
    () => run(files, 'vitest.json'),
    (failed) => {
      const again = files.length > 0 ? files : [...new Set(failed.map(({ file }) => file))]
      return run([...again, '--maxWorkers=1'], 'vitest-again.json')
    },
  )
