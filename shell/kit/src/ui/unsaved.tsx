import { holdUnsaved, openLayer } from '@portal/sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.tsx'

/** Work in a dialog or form that is lost by leaving it, such as a `Draft`. */
export interface Unsaved {
  changed: boolean
  /** Discards the work. */
  discard: () => void
  /** Whether it was restored from an earlier visit; the dialog then says so. */
  restored?: boolean | undefined
  /** Replaces the text of the question. */
  question?: { title: string; message: ReactNode } | undefined
}

/** Makes the shell ask before navigation discards this work. */
export function useUnsaved(work: Unsaved | undefined): void {
  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  const changed = work?.changed === true
  useEffect(() => (changed ? holdUnsaved({ discard: () => latest.current?.discard() }) : undefined), [changed])
}

/** Makes the browser's Back close an overlay instead of leaving the page. */
export function useCloseOnBack(open: boolean, close: () => void, inAddress = false): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (open ? openLayer({ close: () => latest.current(), inAddress }) : undefined), [open, inAddress])
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
