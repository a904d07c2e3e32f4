import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { type RefObject, useState } from 'react'

/** The client's answers, by field name. */
export type WrittenAnswers = [field: string, text: string][]

export interface LostAnswersProps {
  ref?: RefObject<HTMLDivElement | null> | undefined
  title: string
  reason: string
  /** Says what the answers below are. */
  hint: string
  written: WrittenAnswers
  onDismiss: () => void
}

/** Says that an edit of the bookkeeper took answers away, and shows them to be copied. */
export function LostAnswers({ ref, title, reason, hint, written, onDismiss }: LostAnswersProps) {
  const [copied, setCopied] = useState<WrittenAnswers>()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(written.map(([field, text]) => `${field}: ${text}`).join('\n'))
    setCopied(written)
  }
  return (
    <div
      ref={ref}
      role="alert"
      tabIndex={-1}
      className={cx(
        'grid scroll-my-24 grid-cols-1 gap-3 rounded-field border border-warning/50 bg-warning/10',
        'p-4 text-sm outline-none',
      )}
    >
      <p className="wrap-anywhere">
        <span className="block font-semibold">{title}</span>
        {reason}
      </p>
      {written.length > 0 ? (
        <>
          <p>{hint}</p>
          <dl className="grid grid-cols-1 gap-2">
            {written.map(([field, text]) => (
              <div key={field}>
                <dt className="text-base-content/70">{field}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {written.length > 0 ? (
          <Button size="sm" onClick={() => void copy().catch(() => undefined)}>
            {copied === written ? 'Copied' : 'Copy'}
          </Button>
        ) : null}
        <Button size="sm" variant="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
