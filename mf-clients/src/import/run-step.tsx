import { Button } from '@portal/kit/ui/button'
import { countOf, formatCount } from '@portal/kit/ui/count'
import { Progress } from '@portal/kit/ui/progress'
import { errorMessage, isApiError } from '@portal/sdk'
import { CircleAlert, CircleCheck, Download, Info } from 'lucide-react'
import { isOutOfInvitations, type RunState } from './use-run.ts'

export interface RunStepProps {
  state: RunState
  /** Number of rows that were not imported, including those that were not sent. */
  notImported: number
  onDownload: () => void
}

/** Shows the last step: progress and result of the import. */
export function RunStep({ state, notImported, onDownload }: RunStepProps) {
  const { phase, rows, reasons, stopping, retryError } = state
  const imported = reasons.filter((r) => r === null).length
  const unsent = rows.length - reasons.length
  const skipped = notImported - unsent
  return (
    <div className="grid gap-5">
      {phase === 'finished' ? null : (
        <div>
          <Progress label="Import" value={reasons.length} max={rows.length} className="h-2" />
          <p className="mt-2 text-base-content/70 text-sm tabular-nums">
            {formatCount(reasons.length)} of {countOf(rows.length, 'row')}
            {stopping ? ' · finishing the current rows...' : null}
          </p>
        </div>
      )}
      <div role="status" className="grid gap-3">
        {phase === 'running' && retryError !== undefined ? (
          <Message icon="error">{`${describeRetry(retryError)} Trying again. No client is imported twice.`}</Message>
        ) : null}
        {phase === 'interrupted' ? <Interrupted state={state} imported={imported} unsent={unsent} /> : null}
        {phase === 'finished' ? (
          <>
            <Message icon={imported > 0 ? 'success' : 'info'}>{`${countOf(imported, 'client')} imported.`}</Message>
            {unsent > 0 ? <Message icon="error">{`${wereOf(unsent)} not sent.`}</Message> : null}
            {skipped > 0 ? <Message icon="info">{`${wereOf(skipped)} skipped because of problems.`}</Message> : null}
          </>
        ) : null}
      </div>
      {phase === 'finished' && notImported > 0 ? (
        <div>
          <Button icon={<Download />} onClick={onDownload}>
            Download the rows that were not imported
          </Button>
          <p className="mt-2 text-base-content/70 text-sm">
            The file gives the reason for each row. Correct the rows, then import the file.
          </p>
        </div>
      ) : null}
    </div>
  )
}

const wereOf = (rows: number): string => countOf(rows, 'row was', 'rows were')

const describeRetry = (retryError: unknown): string =>
  isApiError(retryError, 'network') ? 'The connection was lost.' : 'The portal is not responding.'

function Interrupted({ state, imported, unsent }: { state: RunState; imported: number; unsent: number }) {
  const reason = errorMessage(state.error, 'Please try again.')
  const advice = isOutOfInvitations(state)
    ? 'You can import the rest without invitations, and invite these clients later from their details.'
    : 'Trying again does not import a client twice.'
  const done = `${countOf(imported, 'client')} imported so far, ${countOf(unsent, 'row')} left.`
  return (
    <>
      <Message icon="error">{`The import was interrupted. ${reason}`}</Message>
      <Message icon="info">{`${done} ${advice}`}</Message>
    </>
  )
}

const ICONS = {
  success: <CircleCheck className="mt-0.5 size-4 shrink-0 text-success" />,
  error: <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" />,
  info: <Info className="mt-0.5 size-4 shrink-0 text-base-content/60" />,
}

function Message({ icon, children }: { icon: keyof typeof ICONS; children: string }) {
  return (
    <p className="flex items-start gap-2.5 text-sm">
      {ICONS[icon]}
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
