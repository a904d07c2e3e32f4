import { stripVTControlCharacters } from 'node:util'

/** What became of a test. */
export interface TestResult {
  /** Path of its file from the root. */
  file: string
  /** Unique within the file; empty for a file that could not run. */
  name: string
  outcome: 'passed' | 'failed' | 'not run'
  /** The beginning of the error. */
  error?: string
  /** An error outside of tests, which no second run can disprove. */
  isFinal?: true
}

/** What became of all tests of a layer. */
export interface LayerResult {
  tests: readonly TestResult[]
  /** The tests that failed first and passed alone, with their first errors. They count as passed. */
  flaky: readonly TestResult[]
}

/** With more flaky tests, something is wrong with all of them, and the run fails. */
export const MAX_FLAKY = 5

const LINES_SHOWN = 12

/** Returns the beginning of a message, without colors and the frames of packages. */
export function shorten(message: string): string {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => !line.includes('/node_modules/'))
    .slice(0, LINES_SHOWN)
    .join('\n')
}

const keyOf = ({ file, name }: TestResult): string => `${file}\0${name}`
const failedOf = (tests: readonly TestResult[]): TestResult[] => tests.filter(({ outcome }) => outcome === 'failed')

/** Returns the results after the second run. What was neither passed nor failed in it keeps its first result. */
function merge(first: readonly TestResult[], all: readonly TestResult[]): TestResult[] {
  const second = all.filter(({ outcome }) => outcome !== 'not run')
  const tests = new Set(second.map(keyOf))
  const files = new Set(second.map(({ file }) => file))
  // The second run of a file that could not run has results of its tests instead of the file.
  const kept = first.filter((test) => (test.name === '' ? !files.has(test.file) : !tests.has(keyOf(test))))
  return [...kept, ...second]
}

/**
 * Runs a layer, and once more what failed. Gives no second chance when the run fails anyway: after an error outside of
 * tests, or with more failed tests than may be flaky.
 * @param again runs the failed tests alone, one at a time; it may run other tests of their files, too
 */
export async function withSecondChance(
  run: () => Promise<readonly TestResult[]>,
  again: (failed: readonly TestResult[]) => Promise<readonly TestResult[]>,
): Promise<LayerResult> {
  const first = await run()
  const failed = failedOf(first)
  const failsAnyway = failed.length > MAX_FLAKY || failed.some(({ isFinal }) => isFinal)
  if (failed.length === 0 || failsAnyway) return { tests: first, flaky: [] }
  console.log(`\n── once more, alone: ${failed.map(titleOf).join(', ')}`)
  const tests = merge(first, await again(failed))
  const stillFailed = new Set(failedOf(tests).map(keyOf))
  const failedFiles = new Set(failedOf(tests).map(({ file }) => file))
  const flaky = failed.filter((test) =>
    test.name === '' ? !failedFiles.has(test.file) : !stillFailed.has(keyOf(test)),
  )
  return { tests, flaky }
}

const titleOf = ({ file, name }: TestResult): string => (name === '' ? file : `${file} › ${name}`)
const describeFailure = (test: TestResult): string => [titleOf(test), ...(test.error ? [test.error] : [])].join('\n')

/** Returns the end of the output: failed tests, flaky tests, and the total on the last line. */
export function summarize(layers: readonly LayerResult[]): { text: string; failed: number } {
  const tests = layers.flatMap((layer) => layer.tests)
  const flaky = layers.flatMap((layer) => layer.flaky)
  const passed = tests.filter(({ outcome }) => outcome === 'passed').length
  const failures = failedOf(tests).map(describeFailure)
  if (flaky.length > MAX_FLAKY) failures.push(`More than ${MAX_FLAKY} tests passed only when they ran alone.`)
  const blocks = failures.map((failure) => `Failed: ${failure}`)
  if (flaky.length > 0) blocks.push(['flaky:', ...flaky.map(describeFailure)].join('\n'))
  return {
    text: [...blocks, `${passed} passed, ${failures.length} failed`].map((block) => `\n${block}`).join('\n'),
    failed: failures.length,
  }
}
