import { holdUnsaved, openLayer } from '@portal/sdk'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.tsx'

/** Work in a dialog or form that is lost by leaving it, such as a `Draft`. */
export interface Unsaved {
  changed: boolean
  /** Discards the work. */
  discard: () => void
  /** Whether it was restored from an earlier visit; the dialog then says so. */
  restored?: boolean | undefined
  /** Replaces the texts of the question. */
  question?: { title: string; message: ReactNode; confirmLabel?: string; cancelLabel?: string } | undefined
}

/** Makes the shell ask before navigation discards this work. */
export function useUnsaved(work: Unsaved | undefined): void {
  const discard = useEffectEvent(() => work?.discard())
  const changed = work?.changed === true
  useEffect(() => (changed ? holdUnsaved({ discard: () => discard() }) : undefined), [changed])
}

/** Makes the browser's Back close a mounted overlay instead of leaving the page. */
export function useCloseOnBack(onBack: () => void, inAddress = false): void {
  const close = useEffectEvent(onBack)
  useEffect(() => openLayer({ close: () => close(), inAddress }), [inAddress])
}

/** Says that a form was restored from an earlier visit, with a button that starts over. */
export function RestoredNotice({
  restored,
  discard,
  children,
}: Pick<Unsaved, 'restored' | 'discard'> & { children?: ReactNode }) {
  if (!restored) return null
  return (
    <div
      role="status"
      className={cx(
        'mb-5 flex flex-wrap items-center justify-between gap-3 rounded-field border',
        'border-info/40 bg-info/10 px-4 py-2.5 text-sm',
      )}
    >
      <p className="min-w-0 flex-1">{children ?? 'Your unsaved text was restored.'}</p>
      <Button size="sm" variant="quiet" onClick={discard}>
        Start over
      </Button>
    </div>
  )
}
