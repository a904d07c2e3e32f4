import { Button } from '@portal/kit/ui/button'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { Progress } from '@portal/kit/ui/progress'
import { errorMessage } from '@portal/sdk'
import { clientsOf, undoParts } from './job.ts'
import { failuresOf, jobTitles, summarizeJob } from './job-text.ts'
import type { JobState, useJob } from './use-job.ts'

export interface JobPanelProps {
  state: JobState
  work: ReturnType<typeof useJob>
}

/** Shows the progress and the result of a change of several clients, and offers to undo it. */
export function JobPanel({ state, work }: JobPanelProps) {
  const { job, phase } = state
  const [running, done] = jobTitles(job)
  return (
    <section
      aria-label="Change of several clients"
      className="grid gap-2 border-base-300 border-t bg-base-200 px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="min-w-0 flex-1 wrap-anywhere text-sm">
          {phase === 'running' ? (
            <span className="font-medium">{running}...</span>
          ) : (
            <>
              <span className="font-medium">{phase === 'finished' ? done : 'Interrupted'}:</span> {summarizeJob(job)}
            </>
          )}
          {phase === 'interrupted' ? `. ${errorMessage(state.error, 'Please try again.')}` : null}
        </p>
        <Actions state={state} work={work} />
      </div>
      {phase === 'running' ? <RunningBar state={state} label={running} /> : <Failures state={state} />}
    </section>
  )
}

function Actions({ state: { job, phase }, work }: JobPanelProps) {
  if (phase === 'running')
    return (
      <Button size="sm" onClick={work.stop}>
        Stop
      </Button>
    )
  return (
    <div className="flex gap-2">
      {phase === 'interrupted' ? (
        <Button size="sm" variant="primary" onClick={work.resume}>
          Try again
        </Button>
      ) : null}
      {!job.isUndo && undoParts(job).length > 0 ? (
        <Button size="sm" busy={false} onClick={() => work.undo(job)}>
          Undo
        </Button>
      ) : null}
      <Button size="sm" variant="quiet" onClick={work.dismiss}>
        Dismiss
      </Button>
    </div>
  )
}

function RunningBar({ state: { job, retryError }, label }: { state: JobState; label: string }) {
  const total = clientsOf(job).length
  return (
    <div>
      <Progress label={label} value={job.results.length} max={total} />
      <p className="mt-1 text-base-content/70 text-xs tabular-nums">
        {formatCount(job.results.length)} of {countOf(total, 'client')}
        {retryError === undefined ? null : ' · The portal is not responding. Trying again.'}
      </p>
    </div>
  )
}

function Failures({ state: { job } }: { state: JobState }) {
  const failures = failuresOf(job)
  if (failures.length === 0) return null
  return (
    <ul className="max-h-40 overflow-y-auto text-sm" aria-label="Clients that were not changed">
      {failures.map(({ id, name, reason }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-medium">{name}</span>: {reason}
        </li>
      ))}
    </ul>
  )
}
