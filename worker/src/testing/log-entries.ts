import { readFileSync } from 'node:fs'
import { expect, inject } from 'vitest'

interface LogEntry {
  event: string
  id?: string
  route?: string
  status?: number
  method?: string
  at?: string
  reads?: number
  writes?: number
  account?: string
  source?: string
}
/** Returns the lines of the portal's log. */
export const logLines = (): string[] => readFileSync(inject('logFile'), 'utf8').split('\n').filter(Boolean)
const requestOf = (id: string | null): LogEntry | undefined =>
  logLines()
    // The platform logs lines that are not JSON.
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as LogEntry] : []))
    .find((line) => line.event === 'request' && line.id === id)

/** Waits for the log entry of a response, which may be written slightly later. */
export async function logEntryOf(answer: Response): Promise<LogEntry> {
  let line: LogEntry | undefined
  await expect.poll(() => (line = requestOf(answer.headers.get('x-request-id'))), { interval: 20 }).toBeTruthy()
  return line as LogEntry
}
