import { formatCount } from '@portal/kit/ui/count'
import { api, call, idempotent, newIdempotencyKey, toastSuccess } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { restartLists } from '../queries/live.ts'
import type { JudgedRow } from './judge.ts'
import { type Reasons, runImport } from './run.ts'

/** What clients get beside their record. */
export interface ImportOptions {
  invite: boolean
  assignment: { workform_id: string; due_date: string } | undefined
}

/** `running`; `halted` by an error, to be taken up or left; `over`: done, or left. */
export interface RunState {
  phase: 'running' | 'halted' | 'over'
  rows: readonly JudgedRow[]
  reasons: Reasons
  options: ImportOptions
  error?: unknown
  /** Why the part on its way is being tried again. */
  trouble?: unknown
  /** The person has asked to stop, and the part on its way is being finished. */
  stopping: boolean
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Warns before the page goes while `on`. */
function useLeaveWarning(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [on])
}

/** An import at work. Each part carries a key of its own: a part whose answer was lost is not imported twice. */
export function useRun() {
  const cache = useQueryClient()
  const [state, setState] = useState<RunState>()
  const key = useRef('')
  const stop = useRef(false)
  useEffect(
    () => () => {
      stop.current = true
    },
    [],
  )
  useLeaveWarning(state?.phase === 'running')
  const go = async (rows: readonly JudgedRow[], options: ImportOptions, reasons: Reasons): Promise<void> => {
    stop.current = false
    const { invite, assignment } = options
    setState({ phase: 'running', rows, options, reasons, stopping: false })
    const advance = (change: Partial<RunState>): void => setState((now) => now && { ...now, ...change })
    try {
      const final = await runImport({
        rows,
        reasons,
        post: (part, n) =>
          call(
            api.clients.import.$post(
              { json: { rows: part, invite, ...(assignment ? { assignment } : {}) } },
              idempotent(`${key.current}-${n}`),
            ),
          ),
        pause,
        stopped: () => stop.current,
        onProgress: (now) => advance({ reasons: now }),
        onTrouble: (trouble) => advance({ trouble }),
      })
      advance({ phase: 'over' })
      const made = final.filter((r) => r === null).length
      if (made > 0) toastSuccess(`${formatCount(made)} ${made === 1 ? 'client' : 'clients'} imported`)
    } catch (error) {
      advance({ phase: 'halted', error, trouble: undefined, stopping: false })
    } finally {
      void restartLists(cache)
    }
  }
  return {
    state,
    start: (rows: readonly JudgedRow[], options: ImportOptions): void => {
      key.current = newIdempotencyKey()
      void go(rows, options, [])
    },
    resume: (): void => {
      if (state) void go(state.rows, state.options, state.reasons)
    },
    stop: (): void => {
      stop.current = true
      setState((now) => now && (now.phase === 'running' ? { ...now, stopping: true } : { ...now, phase: 'over' }))
    },
  }
}
