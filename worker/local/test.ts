import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from './build.ts'
import { splitTestFiles } from './split-test-files.ts'
import { verify } from './verify.ts'
import { listFailures, type VitestReport } from './vitest-report.ts'

/**
 * `pnpm test [file …]`: runs all layers of tests, or only the given files, and prints the total on the last line. Part
 * of a path selects all files that contain it, as in Vitest and Playwright.
 */

interface Count {
  passed: number
  failed: number
  /** The failed tests with their messages, repeated at the end because other layers print a lot after them. */
  failures?: string[]
}

const root = join(import.meta.dirname, '../..')
const reports = join(root, '.cache/reports')

/** Runs a command and shows its output. @returns its exit code */
function run(command: string, args: string[], cwd = root, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Reads the counts of a report. A runner that fails without a failed test counts as one failure. */
function readCount(file: string, code: number, read: (report: never) => Count): Count {
  const counted = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : { passed: 0, failed: 0 }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

async function vitest(files: readonly string[]): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const code = await run('vitest', [
    'run',
    ...files,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return readCount(file, code, (report: VitestReport) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    failures: listFailures(report, root),
  }))
}

async function playwright(files: readonly string[]): Promise<Count> {
  await buildAll()
  const file = join(reports, 'playwright.json')
  const code = await run('pnpm', ['exec', 'playwright', 'test', ...files], join(root, 'shell/e2e'), {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  })
  return readCount(file, code, (r: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: r.stats.expected,
    failed: r.stats.unexpected + r.stats.flaky,
  }))
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const args = process.argv.slice(2)
const { browser, rest } = splitTestFiles(args)
const layers: [string, () => Promise<Count>][] = [
  ['verify', verify],
  ['contract, worker, screens', () => vitest(rest)],
  ['end to end, in the browser', () => playwright(browser)],
]
const selected =
  args.length === 0
    ? layers
    : [...(rest.length > 0 ? layers.slice(1, 2) : []), ...(browser.length > 0 ? layers.slice(2) : [])]
const total = { passed: 0, failed: 0 }
const allFailures: string[] = []
for (const [name, layer] of selected) {
  console.log(`\n── ${name}`)
  const { passed, failed, failures } = await layer().catch((error: unknown): Count => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
  allFailures.push(...(failures ?? []))
}
for (const failure of allFailures) console.log(`\nFailed: ${failure}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
