import { join } from 'node:path'
import { buildAll } from '../build.ts'
import { type LayerResult, shorten, type TestResult, withSecondChance } from './results.ts'
import { ROOT, runTests } from './run-command.ts'

/** What we read of Playwright's JSON report. */
interface Suite {
  title: string
  file: string
  suites?: Suite[]
  specs: {
    title: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

export interface PlaywrightReport {
  suites: Suite[]
}

const OUTCOMES: Partial<Record<string, TestResult['outcome']>> = { expected: 'passed', unexpected: 'failed' }

function readSuite({ file, specs, suites = [] }: Suite, titles: readonly string[]): TestResult[] {
  const tests = specs.flatMap((spec) =>
    spec.tests.map(({ projectName, status, results }): TestResult => {
      const error = shorten(results[0]?.error?.message ?? '')
      return {
        file: `shell/e2e/${file}`,
        name: [`[${projectName}]`, ...titles, spec.title].join(' '),
        outcome: OUTCOMES[status] ?? 'not run',
        ...(error ? { error } : {}),
      }
    }),
  )
  return [...tests, ...suites.flatMap((suite) => readSuite(suite, [...titles, suite.title]))]
}

/** Returns the results in a report. */
export const readPlaywrightReport = ({ suites }: PlaywrightReport): TestResult[] =>
  suites.flatMap((suite) => readSuite(suite, []))

const SCREENSHOTS = join(ROOT, '.cache/playwright')

function run(args: readonly string[], report: string): Promise<readonly TestResult[]> {
  const file = join(ROOT, '.cache/reports', report)
  const runner = {
    command: 'pnpm',
    args: ['exec', 'playwright', 'test', ...args],
    cwd: join(ROOT, 'shell/e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: file,
  }
  return runTests(runner, readPlaywrightReport)
}

/** Runs the browser tests, or those in some files. Failed tests run once more, one at a time. */
export async function playwright(files: readonly string[]): Promise<LayerResult> {
  await buildAll()
  const again = [
    '--last-failed',
    `--last-failed-file=${join(SCREENSHOTS, '.last-run.json')}`,
    '--workers=1',
    // Keeps the screenshots of the first failures.
    `--output=${SCREENSHOTS}-again`,
  ]
  return withSecondChance(
    () => run(files, 'playwright.json'),
    () => run(again, 'playwright-again.json'),
  )
}
