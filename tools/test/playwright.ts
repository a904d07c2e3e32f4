import { spawnSync } from 'node:child_process'
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

const E2E = join(ROOT, 'shell/e2e')
const COMMAND = ['exec', 'playwright', 'test']

function run(args: readonly string[], report: string): Promise<readonly TestResult[]> {
  const file = join(REPORTS, report)
  return runTests({
    name: 'Playwright',
    command: 'pnpm',
    args: [...COMMAND, ...args],
    cwd: E2E,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: file,
    read: readPlaywrightReport,
  })
}

/** Runs some of the browser tests. Failed tests run once more, one at a time. */
function runGroup(name: string, args: readonly string[]): Promise<LayerResult> {
  const output = join(SCREENSHOTS, name)
  // Apart from those of the first run, which show why a test failed.
  const outputAgain = `${output}-again`
  rmSync(outputAgain, { recursive: true, force: true })
  const lastFailed = ['--last-failed', `--last-failed-file=${join(output, '.last-run.json')}`, '--workers=1']
  return withSecondChance(
    () => run([...args, `--output=${output}`], `playwright-${name}.json`),
    () => run([...args, ...lastFailed, `--output=${outputAgain}`], `playwright-${name}-again.json`),
  )
}

/** Marks browser tests with a limit of time. They run while no other test does. */
const TIMED = '@timed'

/** Returns whether some files have timed tests. Playwright would start a portal even for none. */
const haveTimed = (files: readonly string[]): boolean =>
  spawnSync('pnpm', [...COMMAND, ...files, `--grep=${TIMED}`, '--list'], { cwd: E2E, stdio: 'ignore' }).status === 0

/** Runs the browser tests, or those in some files. */
export async function runPlaywright(files: readonly string[]): Promise<LayerResult> {
  await buildAll()
  const hasTimed = files.length === 0 || haveTimed(files)
  const others = [...files, `--grep-invert=${TIMED}`, ...(hasTimed ? ['--pass-with-no-tests'] : [])]
  const groups = [await runGroup('together', others)]
  if (hasTimed) groups.push(await runGroup('timed', [...files, `--grep=${TIMED}`, '--workers=1']))
  return { tests: groups.flatMap(({ tests }) => tests), flaky: groups.flatMap(({ flaky }) => flaky) }
}
