import type { ImportResult } from '@portal/contract/clients'
import { type Retrying, withRetries } from '../queries/with-retries.ts'
import type { CheckedRow } from './check-rows.ts'

/** Results of the sent rows in order: the reason why a row was not imported, or null if it was. */
export type Reasons = (string | null)[]

/** An import. It asks between chunks whether the user has stopped it. */
export interface ImportRun extends Retrying {
  rows: readonly CheckedRow[]
  /** Most rows of a request. */
  chunkSize: number
  /** Results so far: an interrupted import continues after them. */
  reasons: Reasons
  /** Sends a chunk. The same `index` always identifies the same request. */
  post: (rows: CheckedRow['cells'][], index: number) => Promise<ImportResult>
  onProgress: (reasons: Reasons) => void
}

/**
 * Sends the rows in chunks and reports the progress. Resolves with the results of all rows that
 * were sent: all rows, unless the import was stopped.
 * @throws the error of a chunk that failed permanently; earlier chunks are imported
 */
export async function runImport(run: ImportRun): Promise<Reasons> {
  let { reasons } = run
  while (reasons.length < run.rows.length && !run.signal.aborted) {
    const chunk = run.rows.slice(reasons.length, reasons.length + run.chunkSize)
    const cells = chunk.map((r) => r.cells)
    const index = reasons.length / run.chunkSize
    const { results } = await withRetries(() => run.post(cells, index), run)
    reasons = [...reasons, ...results.map((r) => r.reason)]
    run.onProgress(reasons)
  }
  return reasons
}
