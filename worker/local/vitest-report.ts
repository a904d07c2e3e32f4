import { relative } from 'node:path'

/** What we read of Vitest's JSON report. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const LINES_SHOWN = 12

/** Returns the beginning of a message, without the frames of packages. */
function shorten(message: string): string {
  const lines = message.split('\n').filter((line) => !line.includes('/node_modules/'))
  return lines.slice(0, LINES_SHOWN).join('\n')
}

/** Returns each failed file and test with its message. Paths are relative to `root`. */
export function listFailures(report: VitestReport, root: string): string[] {
  return report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(root, name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    return [
      ...(message ? [`${file}\n${shorten(message)}`] : []),
      ...failed.map((test) => `${file} > ${test.fullName}\n${shorten(test.failureMessages.join('\n'))}`),
    ]
  })
}
