import { verify } from '../verify/verify.ts'
import { runPlaywright } from './playwright.ts'
import { type LayerResult, shorten, summarize, type TestResult } from './results.ts'
import { splitTestFiles } from './split-test-files.ts'
import { runVitest } from './vitest.ts'

/**
 * `pnpm test [file …]`: runs all layers of tests, or only the given files, and prints the total on the last line. Part
 * of a path selects all files that contain it, as in Vitest and Playwright. Tests that fail have a second chance.
 */

const { browser, rest } = splitTestFiles(process.argv.slice(2))
const all = browser.length + rest.length === 0
const layers: [name: string, isSelected: boolean, run: () => Promise<LayerResult>][] = [
  ['verify', all, verifyLayer],
  ['contract, worker, screens', all || rest.length > 0, () => runVitest(rest)],
  ['end to end, in the browser', all || browser.length > 0, () => runPlaywright(browser)],
]

async function verifyLayer(): Promise<LayerResult> {
  const checks = await verify()
  const tests = checks.map(
    ({ name, problem }): TestResult => ({
      file: name,
      name: '',
      outcome: problem === undefined ? 'passed' : 'failed',
      ...(problem === undefined ? {} : { error: shorten(problem) }),
    }),
  )
  return { tests, flaky: [] }
}

const results: LayerResult[] = []
for (const [name, isSelected, run] of layers) {
  if (!isSelected) continue
  console.log(`\n── ${name}`)
  const toFailure = (error: unknown): LayerResult => ({
    tests: [{ file: name, name: '', outcome: 'failed', error: String(error) }],
    flaky: [],
  })
  results.push(await run().catch(toFailure))
}
const { text, failed } = summarize(results)
console.log(text)
process.exitCode = failed > 0 ? 1 : 0
