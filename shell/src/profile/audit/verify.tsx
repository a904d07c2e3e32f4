import type { AuditVerdict } from '@portal/contract/audit'
import { Button } from '@portal/kit/ui/button'
import { formatCount } from '@portal/kit/ui/count'
import { dateAndTime } from '@portal/kit/ui/time'
import { api, call, toastProblem } from '@portal/sdk'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useRef, useState } from 'react'

interface Outcome extends Pick<AuditVerdict, 'broken' | 'last'> {
  total: number
}

/** Verifies the audit log in portions, so that it can show progress and be stopped. */
function useVerify() {
  const [checked, setChecked] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const run = useMutation({
    mutationFn: async (): Promise<Outcome | null> => {
      const controller = new AbortController()
      stop.current = controller
      setChecked(0)
      let total = 0
      for (let position = { after: 0, hash: '' }; ; ) {
        const { checked: more, next, broken, last } = await call(api.audit.verify.$post({ json: position }))
        if (controller.signal.aborted) return null
        total += more
        setChecked(total)
        if (!next) return { total, broken, last }
        position = next
      }
    },
    onError: (error) => toastProblem(error, 'Failed to verify the audit log'),
  })
  return { run, checked, cancel: () => stop.current?.abort() }
}

const entries = (n: number): string => (n === 1 ? '1 entry' : `${formatCount(n)} entries`)

function Verdict({ outcome: { total, broken, last } }: { outcome: Outcome }) {
  if (!broken) {
    return (
      <>
        <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" aria-hidden />
        <div className="min-w-0">
          <p className="font-medium">
            {total === 0
              ? 'There are no sealed entries yet'
              : `${total === 1 ? 'The only entry is' : `All ${entries(total)} are`} intact`}
          </p>
          <p className="mt-0.5 text-base-content/70">No entry has been changed, removed or moved.</p>
          {last ? (
            <p className="wrap-anywhere mt-1.5 font-mono text-base-content/70 text-xs">
              Seal of the last entry: {last.hash}
            </p>
          ) : null}
        </div>
      </>
    )
  }
  return (
    <>
      <ShieldAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">Entry No. {formatCount(broken.number)} is not intact</p>
        <p className="mt-0.5">{broken.reason}</p>
        <p className="mt-0.5 text-base-content/70">
          {broken.at
            ? `${broken.action}, ${Number.isNaN(Date.parse(broken.at)) ? broken.at : dateAndTime(broken.at)}. `
            : ''}
          {entries(total)} before it {total === 1 ? 'is' : 'are'} intact.
        </p>
      </div>
    </>
  )
}

/** Verifies the hash chain of the audit log, and reports the first broken entry. */
export function Verify() {
  const { run, checked, cancel } = useVerify()
  return (
    <section aria-label="Verification" className="rounded-box border border-base-300 bg-base-100 p-5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 max-w-lg text-base-content/70">
          Each entry is sealed with a hash of its content and of the entry before it, so that later changes can be
          detected.
        </p>
        {run.isPending ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button busy={run.isPending} icon={<ShieldCheck />} onClick={() => run.mutate()}>
            Verify
          </Button>
        )}
      </div>
      <div role="status" className="empty:hidden">
        {run.isPending ? <p className="mt-4">Verifying... {entries(checked)} so far</p> : null}
        {run.data && !run.isPending ? (
          <div className="mt-4 flex gap-3 border-base-300 border-t pt-4">
            <Verdict outcome={run.data} />
          </div>
        ) : null}
      </div>
    </section>
  )
}
