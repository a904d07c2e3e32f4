import { Check, CloudOff } from 'lucide-react'
import type { SaveStatus } from './draft-state.ts'

/** Text for answers that are only on this device. */
export const SAVED_LOCALLY = 'Saved on this device — will be saved online when you are back'

/** Shows the save status. Only a lost connection is announced to screen readers. */
export function SaveIndicator({ status }: { status: SaveStatus }) {
  const text = 'inline-flex items-center gap-1.5 text-sm text-base-content/70'
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
      <span role="status" className={status === 'waiting' ? text : 'sr-only'}>
        {status === 'waiting' ? (
          <>
            <CloudOff className="size-4 shrink-0" />
            {SAVED_LOCALLY}
          </>
        ) : null}
      </span>
    </>
  )
}
