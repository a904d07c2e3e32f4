import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../command/root.ts'
import type { TestResult } from './results.ts'
import { RESULTS_FILE } from './vitest-reporter.ts'

/** Runs Vitest on test files, and returns what the reporter wrote. */
function results(files: Record<string, string>): TestResult[] {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const dir = mkdtempSync(join(ROOT, '.cache/reporter-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  writeFileSync(join(dir, 'vitest.config.ts'), 'export default { test: { globals: true } }')
  const file = join(dir, 'results.json')
  const reporter = `--reporter=${join(import.meta.dirname, 'vitest-reporter.ts')}`
  const env = { ...process.env, [RESULTS_FILE]: file }
  spawnSync('vitest', ['run', '--root', dir, reporter], { cwd: ROOT, env })
  return JSON.parse(readFileSync(file, 'utf8')) as TestResult[]
}

const withoutStack = ({ error, ...result }: TestResult): TestResult =>
  error ? { ...result, error: error.split('\n')[0] ?? '' } : result

it('reports the cause of an error', () => {
  const test = `it('breaks', () => { throw new Error('Property failed', { cause: new Error('2 is more than 1') }) })`
  expect(results({ 'a.test.ts': test })[0]?.error).toMatch(/Property failed[^]+2 is more than 1/)
})

it('reports failed tests, hooks and files, and errors outside of tests', () => {
  const written = results({
    'a.test.ts': `describe('group', () => { it('works', () => {}); it('breaks', () => { throw new Error('No.') }) })`,
    'b.test.ts': `describe('group', () => { beforeAll(() => { throw new Error('Hook.') }); it('waits', () => {}) })`,
    'c.test.ts': `throw new Error('Cannot load.')`,
    'd.test.ts': `it('passes', () => { setTimeout(() => { throw new Error('Later.') }) })
      it('waits', () => new Promise((end) => setTimeout(end, 50)))`,
    'e.test.ts': `it.skip('is skipped', () => {})`,
  })
  const sorted = written.map(withoutStack).toSorted((a, b) => (`${a.file} ${a.name}` < `${b.file} ${b.name}` ? -1 : 1))
  expect(sorted).toEqual([
    { file: 'Vitest', name: '', outcome: 'failed', isFinal: true, error: 'Error: Later.' },
    { file: 'a.test.ts', name: 'group > breaks', outcome: 'failed', error: 'Error: No.' },
    { file: 'a.test.ts', name: 'group > works', outcome: 'passed' },
    { file: 'b.test.ts', name: '', outcome: 'failed', error: 'Error: Hook.' },
    { file: 'b.test.ts', name: 'group > waits', outcome: 'not run' },
    { file: 'c.test.ts', name: '', outcome: 'failed', error: 'Error: Cannot load.' },
    { file: 'd.test.ts', name: 'passes', outcome: 'passed' },
    { file: 'd.test.ts', name: 'waits', outcome: 'passed' },
    { file: 'e.test.ts', name: 'is skipped', outcome: 'not run' },
  ])
})
