import type { ImportResult } from '@portal/contract/clients'
import { IMPORT_CHUNK } from '@portal/contract/limits'
import { isApiError, isTemporary, retryDelay } from '@portal/sdk'
import type { CheckedRow } from './check-rows.ts'

/** Results of the sent rows in order: the reason why a row was not imported, or null if it was. */
export type Reasons = (string | null)[]

export interface ImportRun {
  rows: readonly CheckedRow[]
  /** Results so far: an interrupted import continues after them. */
  reasons: Reasons
  /** Sends a chunk. The same `index` always identifies the same request. */
  post: (rows: CheckedRow['cells'][], index: number) => Promise<ImportResult>
  /** Waits before a retry. */
  pause: (ms: number) => Promise<void>
  /** Returns whether the user has stopped the import. Asked between chunks. */
  stopped: () => boolean
  onProgress: (reasons: Reasons) => void
  /** Called with the error before a retry, and with undefined once the chunk has succeeded. */
  onRetry: (error: unknown) => void
}

const MAX_TRIES = 5

/** Returns whether a retry of the same request may succeed. */
const mayRetry = (error: unknown): boolean => isApiError(error) && (isTemporary(error) || error.code === 'stale')

async function withRetries(
  { post, pause, stopped, onRetry }: ImportRun,
  rows: CheckedRow['cells'][],
  index: number,
): Promise<ImportResult> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await post(rows, index)
      if (tries > 1) onRetry(undefined)
      return result
    } catch (error) {
      if (!mayRetry(error) || tries === MAX_TRIES || stopped()) throw error
      onRetry(error)
      await pause(retryDelay(tries - 1, error))
    }
  }
}

/**
 * Sends the rows in chunks and reports the progress. Resolves with the results of all rows that
 * were sent: all rows, unless the import was stopped.
 * @throws the error of a chunk that failed permanently; earlier chunks are imported
 */
export async function runImport(run: ImportRun): Promise<Reasons> {
  let { reasons } = run
  while (reasons.length < run.rows.length && !run.stopped()) {
    const chunk = run.rows.slice(reasons.length, reasons.length + IMPORT_CHUNK)
    const { results } = await withRetries(
      run,
      chunk.map((r) => r.cells),
      reasons.length / IMPORT_CHUNK,
    )
    reasons = [...reasons, ...results.map((r) => r.reason)]
    run.onProgress(reasons)
  }
  return reasons
}
