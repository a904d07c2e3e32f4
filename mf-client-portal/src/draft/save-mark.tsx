import { Check, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SaveMark as Mark } from './draft-state.ts'

/** What a lost connection means for what was typed. */
export const WAITING = 'Saved on this device — will be saved online when you are back'

/** Says quietly how far what was typed has come; only a lost connection is worth announcing. */
export function SaveMark({ mark }: { mark: Mark }): ReactNode {
  const text = 'inline-flex items-center gap-1.5 text-sm text-base-content/70'
  return (
    <>
      <span className={text}>
        {mark === 'saving' ? 'Saving…' : null}
        {mark === 'saved' ? (
          <>
            <Check className="size-4 text-success" aria-hidden />
            Saved
          </>
        ) : null}
        {mark === 'updated' ? (
          <>
            <Check className="size-4 text-success" aria-hidden />
            Updated from your other device
          </>
        ) : null}
      </span>
      <span role="status" className={mark === 'waiting' ? text : 'sr-only'}>
        {mark === 'waiting' ? (
          <>
            <CloudOff className="size-4 shrink-0" aria-hidden />
            {WAITING}
          </>
        ) : null}
      </span>
    </>
  )
}
