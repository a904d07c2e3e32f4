import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'
import { buildAll } from '../run/build.ts'
import { type LayerResult, shorten, type TestResult, withSecondChance } from './results.ts'
import { REPORTS, runTests } from './run-command.ts'

/** What we read of Playwright's JSON report. */
export interface PlaywrightReport {
  suites: Suite[]
  /** Errors outside of tests, such as of a file that cannot be loaded. */
  errors: { message?: string }[]
}
interface Suite {
  title: string
  file: string
  suites?: Suite[]
  specs: {
    title: string
    tests: { projectName: string; status: string; results: Pick<PlaywrightReport, 'errors'>[] }[]
  }[]
}

// Without retries, no test has the status `flaky`.
const OUTCOMES: Partial<Record<string, TestResult['outcome']>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'failed',
}

const describeErrors = (errors: PlaywrightReport['errors']): { error?: string } => {
  const text = shorten(errors.map(({ message }) => message ?? '').join('\n'))
  return text ? { error: text } : {}
}

function readSuite({ file, specs, suites = [] }: Suite, titles: readonly string[]): TestResult[] {
  const tests = specs.flatMap((spec) =>
    spec.tests.map(
      ({ projectName, status, results }): TestResult => ({
        file: `shell/e2e/${file}`,
        name: [`[${projectName}]`, ...titles, spec.title].join(' '),
        outcome: OUTCOMES[status] ?? 'not run',
        ...describeErrors(results[0]?.errors ?? []),
      }),
    ),
  )
  return [...tests, ...suites.flatMap((suite) => readSuite(suite, [...titles, suite.title]))]
}

/** Returns the results in a report. */
export function readPlaywrightReport({ suites, errors }: PlaywrightReport): TestResult[] {
  const tests = suites.flatMap((suite) => readSuite(suite, []))
  if (errors.length === 0) return tests
  return [...tests, { file: 'Playwright', name: '', outcome: 'failed', isFinal: true, ...describeErrors(errors) }]
}

const SCREENSHOTS = join(ROOT, '.cache/playwright')
/** Apart from those of the first run, which show why a test failed. */
const SCREENSHOTS_AGAIN = `${SCREENSHOTS}-again`

function run(args: readonly string[], report: string): Promise<readonly TestResult[]> {
  const file = join(REPORTS, report)
  return runTests({
    name: 'Playwright',
    command: 'pnpm',
    args: ['exec', 'playwright', 'test', ...args],
    cwd: join(ROOT, 'shell/e2e'),
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: file,
    read: readPlaywrightReport,
  })
}

/** Runs the browser tests, or those in some files. Failed tests run once more, one at a time. */
export async function runPlaywright(files: readonly string[]): Promise<LayerResult> {
  await buildAll()
  rmSync(SCREENSHOTS_AGAIN, { recursive: true, force: true })
  const lastRun = `--last-failed-file=${join(SCREENSHOTS, '.last-run.json')}`
  const again = ['--last-failed', lastRun, '--workers=1', `--output=${SCREENSHOTS_AGAIN}`]
  return withSecondChance(
    () => run(files, 'playwright.json'),
    () => run([...files, ...again], 'playwright-again.json'),
  )
}
