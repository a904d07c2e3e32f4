import { Check, CloudOff } from 'lucide-react'
import type { SaveStatus } from './draft-state.ts'

/** Text for answers that are only on this device. */
const SAVED_LOCALLY = 'Saved on this device — will be saved online when you are back'

/** Text for answers that are only in this tab. */
const NOT_SAVED = 'Not saved yet, and this browser keeps nothing. Leave this page open until you are back online.'

/** Text for answers that the portal does not store because the firm has no storage left. */
export const NO_STORAGE_LEFT = 'Not saved online: there is no storage left. Please contact your bookkeeper.'

const ONLY_HERE: Partial<Record<SaveStatus, string>> = {
  waiting: SAVED_LOCALLY,
  unkept: NOT_SAVED,
  full: NO_STORAGE_LEFT,
}

/** Says where answers are that are not saved online; undefined if they are. */
export const unsavedText = (status: SaveStatus): string | undefined => ONLY_HERE[status]

/** Shows the save status. Only answers that are not saved online are announced to screen readers. */
export function SaveIndicator({ status }: { status: SaveStatus }) {
  const text = 'inline-flex items-center gap-1.5 text-sm text-base-content/70'
  const onlyHere = unsavedText(status)
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
