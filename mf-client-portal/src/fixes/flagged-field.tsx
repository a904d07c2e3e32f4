import type { AnswerToFix } from '@portal/contract/answer-review'
import { flagText } from '@portal/contract/flag-texts'
import { cx } from '@portal/kit/ui/class-names'
import { CircleCheckBig, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

export interface FlaggedFieldProps {
  toFix: AnswerToFix
  isFixed: boolean
  children: ReactNode
}

/** Renders a question that was sent back: what is wrong with its answer, until the client has changed it. */
export function FlaggedField({ toFix, isFixed, children }: FlaggedFieldProps) {
  const id = useId()
  const Icon = isFixed ? CircleCheckBig : TriangleAlert
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={cx(
        'grid grid-cols-1 gap-3 rounded-field border p-3 sm:p-4',
        isFixed ? 'border-success/40' : 'border-warning/60',
      )}
    >
      <p
        id={id}
        className={cx(
          '-mx-3 -mt-3 flex items-start gap-2.5 rounded-t-field px-3 py-2.5 text-sm sm:-mx-4 sm:-mt-4 sm:px-4',
          isFixed ? 'bg-success/8' : 'bg-warning/10',
        )}
      >
        <Icon className={cx('mt-0.5 size-4 shrink-0', isFixed ? 'text-success' : 'text-warning')} aria-hidden />
        <span className="min-w-0 whitespace-pre-line wrap-anywhere">
          <span className="font-medium">{isFixed ? 'Changed. ' : 'Please fix: '}</span>
          {isFixed ? 'You were asked to fix: ' : ''}
          {flagText(toFix.flag)}
        </span>
      </p>
      {children}
    </div>
  )
}
