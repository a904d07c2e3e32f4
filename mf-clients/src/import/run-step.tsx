import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { Progress } from '@portal/kit/ui/progress'
import { isApiError } from '@portal/sdk'
import { CircleAlert, CircleCheck, Download, Info } from 'lucide-react'
import type { RunState } from './use-run.ts'

const count = (n: number, one = 'client', many = 'clients'): string => `${formatCount(n)} ${n === 1 ? one : many}`

export interface RunStepProps {
  state: RunState
  /** Rows of the file that became no client, those included that were not sent. */
  left: number
  onDownload: () => void
}

/** The last step: how far the import is, and what became of it. */
export function RunStep({ state, left, onDownload }: RunStepProps) {
  const { phase, rows, reasons, stopping, error, trouble } = state
  const made = reasons.filter((r) => r === null).length
  const unsent = rows.length - reasons.length
  return (
    <div className="grid gap-5">
      {phase === 'over' ? null : (
        <div>
          <Progress label="Import" value={reasons.length} max={rows.length} className="h-2" />
          <p className="mt-2 text-base-content/70 text-sm tabular-nums">
            {formatCount(reasons.length)} of {count(rows.length, 'row', 'rows')}
            {stopping ? ' · finishing what is on its way...' : null}
          </p>
        </div>
      )}
      <div role="status" className="grid gap-3">
        {phase === 'running' && trouble !== undefined ? (
          <Line icon="bad">{`${reasonFor(trouble)} Trying again. No client is imported twice.`}</Line>
        ) : null}
        {phase === 'halted' ? <Halted error={error} made={made} unsent={unsent} /> : null}
        {phase === 'over' ? (
          <>
            <Line icon={made > 0 ? 'good' : 'info'}>{`${count(made)} imported.`}</Line>
            {unsent > 0 ? (
              <Line icon="bad">{`${count(unsent, 'row was', 'rows were')} not sent any more.`}</Line>
            ) : null}
            {left > unsent ? (
              <Line icon="info">{`${count(left - unsent, 'row was', 'rows were')} left out for a problem.`}</Line>
            ) : null}
          </>
        ) : null}
      </div>
      {phase === 'over' && left > 0 ? (
        <div>
          <Button icon={<Download className="size-4" aria-hidden />} onClick={onDownload}>
            Download the rows that were not imported
          </Button>
          <p className="mt-2 text-base-content/70 text-sm">
            Each with its reason. Put them right, and import that file.
          </p>
        </div>
      ) : null}
    </div>
  )
}

const reasonFor = (trouble: unknown): string =>
  isApiError(trouble, 'network') ? 'The connection was lost.' : 'The portal does not answer at the moment.'

function Halted({ error, made, unsent }: { error: unknown; made: number; unsent: number }) {
  return (
    <>
      <Line icon="bad">{`The import was interrupted. ${isApiError(error) ? (error.errors[0]?.message ?? error.detail) : 'Please try again.'}`}</Line>
      <Line icon="info">{`${count(made)} imported so far, ${count(unsent, 'row', 'rows')} to go. Trying again imports no client twice.`}</Line>
    </>
  )
}

const ICONS = {
  good: <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" aria-hidden />,
  bad: <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />,
  info: <Info className="mt-0.5 size-4 shrink-0 text-base-content/60" aria-hidden />,
}

function Line({ icon, children }: { icon: keyof typeof ICONS; children: string }) {
  return (
    <p className="flex items-start gap-2.5 text-sm">
      {ICONS[icon]}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
