import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { SerializedError } from 'vitest'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { shorten, type TestResult } from './results.ts'

/** The variable with the path of the file that the reporter writes. */
export const RESULTS_FILE = 'VITEST_RESULTS'

type Errors = readonly Pick<SerializedError, 'stack' | 'message' | 'cause'>[]
const describeErrors = (errors: Errors): { error?: string } => {
  // A failed property has the failed expectation as its cause.
  const all = errors.flatMap((error) => (error.cause ? [error, error.cause] : [error]))
  const text = shorten(all.map(({ stack, message }) => stack ?? message).join('\n'))
  return text ? { error: text } : {}
}

const OUTCOMES: Partial<Record<string, TestResult['outcome']>> = { passed: 'passed', failed: 'failed' }

/** Returns the results of a file. Without a failed test, as when a hook fails, a failed file counts as one failure. */
function resultsOf(module: TestModule, root: string): TestResult[] {
  const file = relative(root, module.moduleId)
  const tests = [...module.children.allTests()].map((test): TestResult => {
    const { state, errors = [] } = test.result()
    return { file, name: test.fullName, outcome: OUTCOMES[state] ?? 'not run', ...describeErrors(errors) }
  })
  const hooks = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
  const isExplained = module.state() === 'passed' || tests.some(({ outcome }) => outcome === 'failed')
  if (hooks.length === 0 && (isExplained || module.state() === 'skipped')) return tests
  const error = hooks.length > 0 ? describeErrors(hooks) : { error: 'The file did not finish.' }
  return [...tests, { file, name: '', outcome: 'failed', ...error }]
}

/** Writes the results of all tests, and the errors outside of tests, to a file. */
export default class ResultsReporter implements Reporter {
  #root = ''

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root
  }

  onTestRunEnd(modules: readonly TestModule[], errors: Errors): void {
    const results = modules.flatMap((module) => resultsOf(module, this.#root))
    if (errors.length > 0)
      results.push({ file: 'Vitest', name: '', outcome: 'failed', isFinal: true, ...describeErrors(errors) })
    writeFileSync(process.env[RESULTS_FILE] ?? '', JSON.stringify(results))
  }
}
