import { join, relative } from 'node:path'
import { type LayerResult, shorten, type TestResult, withSecondChance } from './results.ts'
import { ROOT, runTests } from './run-command.ts'

/** What we read of Vitest's JSON report. */
export interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const OUTCOMES: Partial<Record<string, TestResult['outcome']>> = { passed: 'passed', failed: 'failed' }

/** Returns the results in a report. A file that failed without a failed test, as when it cannot load, counts as one. */
export function readVitestReport({ testResults }: VitestReport): TestResult[] {
  return testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(ROOT, path)
    const tests = assertionResults.map(({ status: outcome, fullName, failureMessages }): TestResult => {
      const error = shorten(failureMessages.join('\n'))
      return { file, name: fullName, outcome: OUTCOMES[outcome] ?? 'not run', ...(error ? { error } : {}) }
    })
    if (status !== 'failed' || tests.some(({ outcome }) => outcome === 'failed')) return tests
    return [...tests, { file, name: '', outcome: 'failed', error: shorten(message) }]
  })
}

function run(args: readonly string[], report: string): Promise<readonly TestResult[]> {
  const file = join(ROOT, '.cache/reports', report)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return runTests({ command: 'vitest', args: ['run', ...args, ...reporters], report: file }, readVitestReport)
}

/** Runs the tests of contract, worker and screens, or those in some files. Failed files run once more, one at a time. */
export const vitest = (files: readonly string[]): Promise<LayerResult> =>
  withSecondChance(
    () => run(files, 'vitest.json'),
    (failed) => run([...new Set(failed.map(({ file }) => file)), '--maxWorkers=1'], 'vitest-again.json'),
  )
