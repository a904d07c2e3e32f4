import { Check, CloudOff } from 'lucide-react'
import type { SaveStatus } from './draft-state.ts'

/** Text for answers that are only on this device. */
export const SAVED_LOCALLY = 'Saved on this device — will be saved online when you are back'

/** Text for answers that the portal does not store because the firm has no storage left. */
export const NO_STORAGE_LEFT = 'Saved on this device only: there is no storage left. Please contact your bookkeeper.'

const ONLY_HERE = { waiting: SAVED_LOCALLY, full: NO_STORAGE_LEFT }

/** Shows the save status. Only answers that are not saved online are announced to screen readers. */
export function SaveIndicator({ status }: { status: SaveStatus }) {
  const text = 'inline-flex items-center gap-1.5 text-sm text-base-content/70'
  const onlyHere = status === 'waiting' || status === 'full' ? ONLY_HERE[status] : null
  return (
    <>
      <span className={text}>
        {status === 'saving' ? 'Saving…' : null}
        {status === 'saved' ? (
          <>
            <Check className="size-4 text-success" />
            Saved
          </>
        ) : null}
        {status === 'updated' ? (
          <>
            <Check className="size-4 text-success" />
            Updated with newer answers
          </>
        ) : null}
      </span>
      <span role="status" className={onlyHere ? text : 'sr-only'}>
        {onlyHere ? (
          <>
            <CloudOff className="size-4 shrink-0" />
            {onlyHere}
          </>
        ) : null}
      </span>
    </>
  )
}
