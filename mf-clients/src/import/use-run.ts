import { clientsPerBatch, IMPORT_CHUNK } from '@portal/contract/limits'
import { countOf } from '@portal/kit/ui/count'
import { api, call, idempotent, isApiError, newIdempotencyKey, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { restartLists } from '../queries/live.ts'
import { pause } from '../queries/with-retries.ts'
import type { CheckedRow } from './check-rows.ts'
import { type Reasons, runImport } from './run-import.ts'

/** What clients receive in addition to their record. */
export interface ImportOptions {
  invite: boolean
  assignment: { workform_id: string; due_date: string } | undefined
  /** Number of sections of that workform. */
  sections: number
}

/** `interrupted`: by an error, can be resumed or stopped. `finished`: done or stopped. */
export interface RunState {
  phase: 'running' | 'interrupted' | 'finished'
  rows: readonly CheckedRow[]
  reasons: Reasons
  options: ImportOptions
  error?: unknown
  /** Why the current chunk is being retried. */
  retryError?: unknown
  /** Whether the user has stopped the import and the current chunk is finishing. */
  stopping: boolean
}

/** Returns whether the firm may send no more invitations for now, so that only an import without them can continue. */
export const isOutOfInvitations = ({ options, error }: RunState): boolean =>
  options.invite && isApiError(error, 'invitation_limit')

/** Warns before the page is closed while `active`. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}

/**
 * Runs the import. Each chunk has its own idempotency key, so that a retry imports nothing twice.
 */
export function useRun() {
  const cache = useQueryClient()
  const [state, setState] = useState<RunState>()
  const key = useRef('')
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  useLeaveWarning(state?.phase === 'running')
  const go = async (rows: readonly CheckedRow[], options: ImportOptions, reasons: Reasons): Promise<void> => {
    const run = new AbortController()
    stop.current = run
    const { signal } = run
    const { invite, assignment, sections } = options
    setState({ phase: 'running', rows, options, reasons, stopping: false })
    const advance = (change: Partial<RunState>): void => setState((now) => now && { ...now, ...change })
    try {
      const final = await runImport({
        rows,
        // As many as the API handles in one batch, so that the progress shows each.
        chunkSize: Math.min(IMPORT_CHUNK, clientsPerBatch(sections)),
        reasons,
        post: (chunk, index) =>
          call(
            api.clients.import.$post(
              { json: { rows: chunk, invite, ...(assignment ? { assignment } : {}) } },
              idempotent(`${key.current}-${index}`),
            ),
          ),
        pause,
        signal,
        onProgress: (now) => advance({ reasons: now }),
        onRetry: (retryError) => advance({ retryError }),
      })
      advance({ phase: 'finished' })
      const imported = final.filter((r) => r === null).length
      if (imported > 0) toastSuccess(`${countOf(imported, 'client')} imported`)
    } catch (error) {
      advance({ phase: signal.aborted ? 'finished' : 'interrupted', error, retryError: undefined, stopping: false })
    } finally {
      void restartLists(cache)
    }
  }
  return {
    state,
    start: (rows: readonly CheckedRow[], options: ImportOptions): void => {
      key.current = newIdempotencyKey()
      void go(rows, options, [])
    },
    /** Continues after the rows that were sent, with changed options if some are given. */
    resume: (change: Partial<ImportOptions> = {}): void => {
      if (state) void go(state.rows, { ...state.options, ...change }, state.reasons)
    },
    stop: (): void => {
      stop.current?.abort()
      setState((now) => now && (now.phase === 'running' ? { ...now, stopping: true } : { ...now, phase: 'finished' }))
    },
  }
}
