import { expect, it, vi } from 'vitest'
import { readPlaywrightReport } from './playwright.ts'
import { MAX_FLAKY, summarize, type TestResult, withSecondChance } from './results.ts'

const passed = (name: string, file = 'a.test.ts'): TestResult => ({ file, name, outcome: 'passed' })
const failed = (name: string, error = 'It broke.', file = 'a.test.ts'): TestResult => ({
  file,
  name,
  outcome: 'failed',
  error,
})

const run = (first: TestResult[], second: TestResult[]) =>
  withSecondChance(
    () => Promise.resolve(first),
    () => Promise.resolve(second),
  )
const lastLine = (text: string) => text.split('\n').at(-1)

it('counts a test as passed, and lists it, when it failed first and passed alone', async () => {
  const layer = await run([passed('one'), failed('two')], [passed('one'), passed('two')])
  const { text, failed: count } = summarize([layer])
  expect(text).toContain('flaky:\na.test.ts › two\nIt broke.\n')
  expect(lastLine(text)).toBe('2 passed, 0 failed')
  expect(count).toBe(0)
})

it('fails when a test fails twice', async () => {
  const { text } = summarize([await run([passed('one'), failed('two')], [failed('two', 'Again.')])])
  expect(text).toContain('Failed: a.test.ts › two\nAgain.\n')
  expect(text).not.toContain('flaky:')
  expect(lastLine(text)).toBe('1 passed, 1 failed')
})

it('fails when a test of a failed file fails in the second run only', async () => {
  const { text } = summarize([await run([passed('one'), failed('two')], [failed('one'), passed('two')])])
  expect(text).toContain('Failed: a.test.ts › one')
  expect(lastLine(text)).toBe('1 passed, 1 failed')
})

it('keeps a failure when the second run has no result of the test, or ends without one', async () => {
  expect(lastLine(summarize([await run([failed('one')], [])]).text)).toBe('0 passed, 1 failed')
  const crashed = { ...failed('', 'It ended with exit code 1.'), file: 'vitest' }
  expect(lastLine(summarize([await run([failed('one')], [crashed])]).text)).toBe('0 passed, 2 failed')
})

it('keeps a failure when another test with the same name passes', async () => {
  const { text } = summarize([await run([passed('one'), failed('one')], [failed('one'), passed('one')])])
  expect(lastLine(text)).toBe('1 passed, 1 failed')
})

it('counts the tests of a file that could run only the second time', async () => {
  const { text } = summarize([await run([failed('', 'Cannot load.')], [passed('one'), passed('two')])])
  expect(text).toContain('flaky:\na.test.ts\nCannot load.')
  expect(lastLine(text)).toBe('2 passed, 0 failed')
  const again = await run([failed('')], [failed('')])
  expect(lastLine(summarize([again]).text)).toBe('0 passed, 1 failed')
})

it('fails when too many tests of all layers are flaky', async () => {
  const layer = (count: number, file: string) => {
    const names = Array.from({ length: count }, (_, i) => `test ${i}`)
    return run(
      names.map((name) => failed(name, undefined, file)),
      names.map((name) => passed(name, file)),
    )
  }
  const layers = [await layer(MAX_FLAKY, 'a.test.ts'), await layer(1, 'b.test.ts')]
  expect(lastLine(summarize(layers).text)).toBe(`${MAX_FLAKY + 1} passed, 1 failed`)
})

it('does not run again when nothing failed, or more than could pass', async () => {
  const again = vi.fn(() => Promise.resolve([]))
  await withSecondChance(() => Promise.resolve([passed('one')]), again)
  const many = Array.from({ length: MAX_FLAKY + 1 }, (_, i) => failed(`test ${i}`))
  await withSecondChance(() => Promise.resolve(many), again)
  expect(again).not.toHaveBeenCalled()
})

it('gives no second chance after an error outside of tests', async () => {
  const again = vi.fn(() => Promise.resolve([passed('one')]))
  const outside: TestResult = { ...failed('', 'Unhandled error', 'Vitest'), isFinal: true }
  const layer = await withSecondChance(() => Promise.resolve([failed('one'), outside]), again)
  expect(again).not.toHaveBeenCalled()
  expect(lastLine(summarize([layer]).text)).toBe('0 passed, 2 failed')
})

it('keeps a failure when the test does not run the second time', async () => {
  const { text } = summarize([await run([failed('one')], [{ file: 'a.test.ts', name: 'one', outcome: 'not run' }])])
  expect(text).toContain('Failed: a.test.ts › one\nIt broke.')
  expect(text).not.toContain('flaky:')
  expect(lastLine(text)).toBe('0 passed, 1 failed')
})

it('reads the tests of all projects and groups from the reports of Playwright', () => {
  const test = (projectName: string, status: string, message?: string) => ({
    projectName,
    status,
    results: message ? [{ errors: [{ message }] }] : [],
  })
  const specs = [{ title: 'works', tests: [test('desktop', 'expected'), test('phone', 'unexpected', 'No.')] }]
  const group = { title: 'group', file: 'a.spec.ts', specs: [{ title: 'waits', tests: [test('desktop', 'skipped')] }] }
  const file = 'shell/e2e/a.spec.ts'
  const suites = [{ title: 'a.spec.ts', file: 'a.spec.ts', specs, suites: [group] }]
  expect(readPlaywrightReport({ suites, errors: [{ message: 'Cannot load.' }] })).toEqual([
    passed('[desktop] works', file),
    failed('[phone] works', 'No.', file),
    { file, name: '[desktop] group waits', outcome: 'not run' },
    { ...failed('', 'Cannot load.', 'Playwright'), isFinal: true },
  ])
})
