import { api, call, idempotent, invalidateSoon, newIdempotencyKey, takeBackToast, useUser } from '@portal/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { RESTORE_OFFER } from '../queries/change-client.ts'
import { refreshClient } from '../queries/live.ts'
import { clientKeys } from '../queries/clients.ts'
import { pause } from '../queries/with-retries.ts'
import { type Job, type JobPart, type JobResult, isFinished, isMove, runJob, undoParts } from './job.ts'
import { storedJob, storeJob } from './job-store.ts'

/** `interrupted`: by an error, can be resumed or dismissed. `finished`: done or stopped. */
export interface JobState {
  phase: 'running' | 'interrupted' | 'finished'
  job: Job
  error?: unknown
  /** Why the current request is being retried. */
  retryError?: unknown
}

async function post({ change, clients }: JobPart, key: string): Promise<readonly JobResult[]> {
  const ids = clients.map((c) => c.id)
  const { results } =
    change.kind === 'remind'
      ? await call(api['follow-ups'].reminders.$post({ json: { ids } }, idempotent(key)))
      : await call(api.clients.changes.$post({ json: { ids, change } }, idempotent(key)))
  if (change.kind === 'restore') takeBackToast(RESTORE_OFFER)
  return results
}

/** Holds the state of a job and runs it. */
function useRunner(userId: string) {
  const cache = useQueryClient()
  const [state, setState] = useState<JobState | undefined>(() => {
    const job = storedJob(userId)
    return job && { phase: 'running', job }
  })
  const run = useRef<AbortController>(undefined)
  const go = async (job: Job): Promise<void> => {
    const own = new AbortController()
    run.current = own
    const advance = (change: Partial<JobState>): void => setState((now) => now && { ...now, ...change })
    setState({ phase: 'running', job })
    storeJob(userId, job)
    try {
      const last = await runJob(job, {
        post,
        pause,
        signal: own.signal,
        onProgress: (now) => {
          if (!own.signal.aborted) storeJob(userId, isFinished(now) ? undefined : now)
          advance({ job: now })
        },
        onRetry: (retryError) => advance({ retryError }),
      })
      if (run.current === own && isFinished(last)) advance({ phase: 'finished' })
    } catch (error) {
      if (!own.signal.aborted) advance({ phase: 'interrupted', error, retryError: undefined })
    } finally {
      own.abort()
      invalidateSoon(clientKeys.details, cache)
      void refreshClient(cache, undefined)
      // Also a long list must not show clients who are not in it any more.
      if (isMove(job)) void cache.invalidateQueries({ queryKey: clientKeys.lists })
    }
  }
  return {
    state,
    setState,
    go,
    isIdle: (): boolean => run.current?.signal.aborted ?? true,
    /** Sends no more requests. */
    halt: useCallback((): void => {
      run.current?.abort()
    }, []),
  }
}

/** Runs changes of several clients, one at a time. A reload or a visit to another page only interrupts it. */
export function useJob() {
  const userId = useUser().id
  const { state, setState, go, isIdle, halt } = useRunner(userId)
  const start = (parts: readonly JobPart[], isUndo: boolean): void => {
    // A second press in the same task comes before the first is rendered.
    if (isIdle()) void go({ id: newIdempotencyKey(), parts, results: [], isUndo })
  }
  const [interrupted] = useState(state?.job)
  const resume = useRef(go)
  useEffect(() => {
    if (interrupted) void resume.current(interrupted)
    return halt
  }, [interrupted, halt])
  const end = (): void => {
    halt()
    storeJob(userId, undefined)
  }
  return {
    state,
    start: (part: JobPart): void => start([part], false),
    undo: (job: Job): void => start(undoParts(job), true),
    resume: (): void => {
      if (state) void go(state.job)
    },
    /** Stops after the current request. */
    stop: (): void => {
      end()
      setState((now) => now && { ...now, phase: 'finished' })
    },
    dismiss: (): void => {
      end()
      setState(undefined)
    },
  }
}
