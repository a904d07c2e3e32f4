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

/** Verifies portion by portion, so that a long trail shows how far it is, and can be stopped. */
function useVerify() {
  const [checked, setChecked] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const run = useMutation({
    mutationFn: async (): Promise<Outcome | null> => {
      const control = new AbortController()
      stop.current = control
      setChecked(0)
      let total = 0
      for (let place = { after: 0, hash: '' }; ; ) {
        const { checked: more, next, broken, last } = await call(api.audit.verify.$post({ json: place }))
        if (control.signal.aborted) return null
        total += more
        setChecked(total)
        if (!next) return { total, broken, last }
        place = next
      }
    },
    onError: (error) => toastProblem(error, 'Failed to verify the audit trail'),
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
              ? 'Nothing is sealed yet'
              : `${total === 1 ? 'The one entry' : `All ${entries(total)}`} fit together`}
          </p>
          <p className="mt-0.5 text-base-content/70">Nothing was changed, removed or moved since it was written.</p>
          {last ? (
            <p className="wrap-anywhere mt-1.5 font-mono text-base-content/70 text-xs">Seal of the last: {last.hash}</p>
          ) : null}
        </div>
      </>
    )
  }
  return (
    <>
      <ShieldAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
      <div className="min-w-0">
        <p className="font-medium">Entry No. {formatCount(broken.number)} does not fit</p>
        <p className="mt-0.5">{broken.reason}</p>
        <p className="mt-0.5 text-base-content/70">
          {broken.at
            ? `${broken.action}, ${Number.isNaN(Date.parse(broken.at)) ? broken.at : dateAndTime(broken.at)}. `
            : ''}
          {entries(total)} before it fit.
        </p>
      </div>
    </>
  )
}

/** Verifies the seals of the whole trail, and says which entry is the first that does not fit. */
export function Verify() {
  const { run, checked, cancel } = useVerify()
  return (
    <section aria-label="Verification" className="rounded-box border border-base-300 bg-base-100 p-5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 max-w-lg text-base-content/70">
          Each entry carries a seal made of its content and the seal before it: what is changed, removed or moved later
          shows.
        </p>
        {run.isPending ? (
          <Button onClick={cancel}>Cancel</Button>
        ) : (
          <Button
            busy={run.isPending}
            icon={<ShieldCheck className="size-4" aria-hidden />}
            onClick={() => run.mutate()}
          >
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
