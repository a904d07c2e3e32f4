import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command/root.ts'
import type { TestResult } from './results.ts'

/** The folder of the reports. */
export const REPORTS = join(ROOT, '.cache/reports')

/** A test runner that writes its results to a file. */
interface Runner {
  name: string
  command: string
  args: readonly string[]
  cwd?: string
  env: Record<string, string>
  /** Path of the report. */
  report: string
  /** Reads the results in the report. */
  read: (report: never) => readonly TestResult[]
}

function run({ command, args, cwd = ROOT, env }: Runner): Promise<number> {
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

/**
 * Runs a test runner and shows its output.
 * @returns the results in its report; a runner that fails without a failed test counts as one failed test
 */
export async function runTests(runner: Runner): Promise<readonly TestResult[]> {
  rmSync(runner.report, { force: true })
  mkdirSync(REPORTS, { recursive: true })
  const code = await run(runner)
  const tests = existsSync(runner.report) ? runner.read(JSON.parse(readFileSync(runner.report, 'utf8')) as never) : []
  if (code === 0 || tests.some(({ outcome }) => outcome === 'failed')) return tests
  const error = `It ended with exit code ${code}.`
  return [...tests, { file: runner.name, name: '', outcome: 'failed', isFinal: true, error }]
}
