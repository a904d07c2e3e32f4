import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildAll } from './build.ts'
import { verify } from './verify.ts'

/** `pnpm test`: every layer of tests, one after the other; the last line counts them all. */

interface Count {
  passed: number
  failed: number
}

const root = join(import.meta.dirname, '../..')
const reports = join(root, '.cache/reports')

/** Runs a command with its output shown. @returns its exit code */
function run(command: string, args: string[], cwd = root, env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } })
    child.once('error', () => resolve(127))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** What a report counted; a layer that ended badly without a failed test counts as one failure. */
function count(file: string, code: number, read: (report: never) => Count): Count {
  const counted = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')) as never) : { passed: 0, failed: 0 }
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

async function vitest(): Promise<Count> {
  const file = join(reports, 'vitest.json')
  const code = await run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return count(file, code, (r: { numPassedTests: number; numFailedTests: number }) => ({
    passed: r.numPassedTests,
    failed: r.numFailedTests,
  }))
}

async function playwright(): Promise<Count> {
  const file = join(reports, 'playwright.json')
  const code = await run('pnpm', ['exec', 'playwright', 'test'], join(root, 'shell/e2e'), { PLAYWRIGHT_JSON_OUTPUT_FILE: file })
  return count(file, code, (r: { stats: { expected: number; unexpected: number; flaky: number } }) => ({
    passed: r.stats.expected,
    failed: r.stats.unexpected + r.stats.flaky,
  }))
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const total: Count = { passed: 0, failed: 0 }
const layers: [string, () => Promise<Count>][] = [
  ['verify', verify],
  ['contract, worker, screens', vitest],
  ['whole, in the browser', playwright],
]
for (const [name, layer] of layers) {
  console.log(`\n── ${name}`)
  if (layer === playwright) await buildAll()
  const { passed, failed } = await layer().catch((error: unknown) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  total.passed += passed
  total.failed += failed
}
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
