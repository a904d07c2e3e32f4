import type { ImportResult } from '@portal/contract/clients'
import { IMPORT_CHUNK } from '@portal/contract/limits'
import { isApiError } from '@portal/sdk'
import type { JudgedRow } from './judge.ts'

/** What became of the rows that were sent so far: in their order the reason why one is no client, or null where it is. */
export type Reasons = (string | null)[]

export interface ImportRun {
  rows: readonly JudgedRow[]
  /** What is known of them already: a run that stopped goes on behind it. */
  reasons: Reasons
  /** Sends a part; the same `part` is the same request, however often it is sent. */
  post: (rows: JudgedRow['cells'][], part: number) => Promise<ImportResult>
  /** Waits so many ms before another try. */
  pause: (ms: number) => Promise<void>
  /** Whether the person wants no more of it. Asked between parts: what was sent is finished. */
  stopped: () => boolean
  onProgress: (reasons: Reasons) => void
  /** Called with what a part failed with before it is tried again, and with `undefined` once it went through. */
  onTrouble: (error: unknown) => void
}

const TRIES = 5
const PAUSE_MS = 1000

/** Whether the same request may go through a moment later. */
const isPassing = (error: unknown): boolean =>
  isApiError(error) && (['network', 'busy', 'too_many_requests', 'stale'].includes(error.code) || error.status >= 500)

async function withRetries(
  { post, pause, stopped, onTrouble }: ImportRun,
  rows: JudgedRow['cells'][],
  part: number,
): Promise<ImportResult> {
  for (let tries = 1; ; tries++) {
    try {
      const result = await post(rows, part)
      if (tries > 1) onTrouble(undefined)
      return result
    } catch (error) {
      if (!isPassing(error) || tries === TRIES || stopped()) throw error
      onTrouble(error)
      const wanted = isApiError(error) ? error.retryAfter : undefined
      await pause(wanted === undefined ? PAUSE_MS * 2 ** (tries - 1) : wanted * 1000)
    }
  }
}

/**
 * Sends the rows part by part and tells after each how far it is. Resolves with what became of those that were sent: all of them,
 * unless it was stopped. Throws what a part failed with, for good; what came before it is done.
 */
export async function runImport(run: ImportRun): Promise<Reasons> {
  let { reasons } = run
  while (reasons.length < run.rows.length && !run.stopped()) {
    const part = run.rows.slice(reasons.length, reasons.length + IMPORT_CHUNK)
    const { results } = await withRetries(
      run,
      part.map((r) => r.cells),
      reasons.length / IMPORT_CHUNK,
    )
    reasons = [...reasons, ...results.map((r) => r.reason)]
    run.onProgress(reasons)
  }
  return reasons
}
