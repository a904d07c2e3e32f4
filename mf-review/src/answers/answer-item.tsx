import type { AnswerMark, Flag } from '@portal/contract/answer-review'
import { flagText } from '@portal/contract/flag-texts'
import { AddedBy, type AddedByProps } from '@portal/kit/features/answers/added-by'
import { AnswerComments } from '@portal/kit/features/comments/answer-comments'
import { Badge } from '@portal/kit/ui/badge'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { Check, Flag as FlagIcon } from 'lucide-react'
import { memo, useId, useRef } from 'react'
import type { OnPreview } from '../files/use-preview.tsx'
import { focusNextAnswer, reviewAction, reviewItem } from '../queue/keys.ts'
import { type ReviewedAnswer, verdictOf } from './changes.ts'
import { Comparison } from './comparison.tsx'
import { FieldContentView } from './field-content-view.tsx'
import type { ComparableFiles } from './file-comparison.tsx'
import { FlagPanel, notePlace } from './flag-panel.tsx'
import { FlagText } from './flag-text.tsx'
import type { NewMark } from './use-marks.ts'

export interface AnswerItemProps {
  item: ReviewedAnswer
  assignmentId: string
  version: number
  contributions: AddedByProps['contributions']
  mark: AnswerMark | undefined
  /** Whether the reasons for a flag are shown. */
  isFlagging: boolean
  onFlagging: (fieldId: string | undefined) => void
  onMark: (fieldId: string, mark: NewMark) => void
  onPreview: OnPreview
  onCompare: (question: string, files: ComparableFiles) => void
}

/** Renders one answer of a section under review, with what has changed and the buttons to accept or flag it. */
export const AnswerItem = memo(function AnswerItem(props: AnswerItemProps) {
  const { item, assignmentId, version, mark, isFlagging, onFlagging, onMark } = props
  const { field, now, isSeen } = item
  const id = useId()
  const verdict = verdictOf(mark, version, isSeen)
  const flag = (verdict === 'flagged' && mark?.flag) || undefined
  const isNonAnswer = now.nonAnswer !== undefined
  const element = useRef<HTMLLIElement>(null)
  return (
    <li
      ref={element}
      {...reviewItem('answer', field.id)}
      tabIndex={-1}
      aria-labelledby={id}
      className={cx(
        'grid grid-cols-1 gap-x-6 gap-y-2 rounded-sm py-3 outline-offset-4',
        'scroll-mt-20 scroll-mb-28 max-sm:scroll-mb-40',
        'lg:grid-cols-[minmax(0,1fr)_auto] [content-visibility:auto] [contain-intrinsic-size:auto_5rem]',
      )}
    >
      <AnswerBody {...props} id={id} flag={flag} />
      <AnswerActions
        question={field.name}
        isNonAnswer={isNonAnswer}
        verdict={verdict}
        isFlagging={isFlagging}
        onAccept={() => onMark(field.id, verdict === 'accepted' ? null : { verdict: 'accepted' })}
        onFlag={() => onFlagging(isFlagging ? undefined : field.id)}
      />
      {isFlagging ? (
        <FlagPanel
          place={notePlace(assignmentId, field.id)}
          question={field.name}
          isNonAnswer={isNonAnswer}
          flag={flag}
          onFlag={(chosen, next) => {
            onMark(field.id, { verdict: 'flagged', flag: chosen })
            onFlagging(undefined)
            if (next) focusNextAnswer(element.current)
            else focusFlagButton(element.current)
          }}
          onClose={() => {
            onFlagging(undefined)
            focusFlagButton(element.current)
          }}
        />
      ) : null}
      <div className="col-span-full -mt-2">
        <AnswerComments assignmentId={assignmentId} field={field} />
      </div>
    </li>
  )
})

interface AnswerBodyProps
  extends Pick<AnswerItemProps, 'item' | 'contributions' | 'onMark' | 'onPreview' | 'onCompare'> {
  /** Id of the element with the question. */
  id: string
  flag: Flag | undefined
}

/** Renders the question, the answer or what has changed in it, and the flag. */
function AnswerBody({ id, item, contributions, flag, onMark, onPreview, onCompare }: AnswerBodyProps) {
  const { field, before, now, isChanged, lastFlag } = item
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-1 text-sm">
      <h4 id={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-base-content/70">
        <span className="min-w-0 wrap-anywhere">{field.name}</span>
        <StateBadges item={item} />
      </h4>
      {lastFlag ? <p className="wrap-anywhere text-error">You asked: {flagText(lastFlag)}</p> : null}
      {isChanged && before ? (
        <Comparison
          item={{ ...item, before }}
          onPreview={onPreview}
          onCompare={(files) => onCompare(field.name, files)}
        />
      ) : (
        <FieldContentView field={field} content={now} onPreview={onPreview} />
      )}
      <AddedBy
        contributions={contributions}
        fieldId={field.id}
        answer={now.files.length > 0 ? [...now.files] : now.answer}
      />
      {flag ? <FlagLine text={flagText(flag)} question={field.name} onClear={() => onMark(field.id, null)} /> : null}
    </div>
  )
}

function focusFlagButton(item: Element | null): void {
  item?.querySelector<HTMLElement>('[data-review-action=flag]')?.focus()
}

function StateBadges({ item: { before, now, isChanged, isSeen, lastFlag } }: { item: ReviewedAnswer }) {
  return (
    <>
      {now.nonAnswer ? <Badge tone="yellow">No answer</Badge> : null}
      {before && isChanged ? <Badge tone="blue">Changed</Badge> : null}
      {lastFlag && !isChanged ? <Badge tone="red">Not changed</Badge> : null}
      {isSeen ? <Badge>Seen before</Badge> : null}
    </>
  )
}

/** Shows what the client will read about a flagged answer. */
function FlagLine({ text, question, onClear }: { text: string; question: string; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FlagText>{text}</FlagText>
      <Button
        {...reviewAction('clear')}
        size="sm"
        variant="quiet"
        aria-label={`Remove the flag: ${question}`}
        onClick={onClear}
      >
        Remove
      </Button>
    </div>
  )
}

interface AnswerActionsProps {
  question: string
  isNonAnswer: boolean
  verdict: AnswerMark['verdict'] | undefined
  isFlagging: boolean
  onAccept: () => void
  onFlag: () => void
}

/** A pressed button differs from the others in brightness, not only in color. */
const ACCEPTED = 'border-success bg-success text-success-content hover:bg-success'
const FLAGGED = 'border-error bg-error text-error-content hover:bg-error'

function AnswerActions({ question, isNonAnswer, verdict, isFlagging, onAccept, onFlag }: AnswerActionsProps) {
  const isAccepted = verdict === 'accepted'
  const isFlagged = verdict === 'flagged'
  const flagLabel = isNonAnswer ? 'Ask again' : 'Flag'
  return (
    <div className="flex gap-2 lg:justify-end">
      <Button
        {...reviewAction(isAccepted ? 'clear' : 'accept')}
        size="sm"
        icon={<Check />}
        aria-label={`Accept: ${question}`}
        aria-pressed={isAccepted}
        className={cx('pointer-coarse:min-h-11', isAccepted && ACCEPTED)}
        onClick={onAccept}
      >
        Accept
      </Button>
      <Button
        {...reviewAction('flag')}
        size="sm"
        icon={<FlagIcon />}
        aria-label={`${flagLabel}: ${question}`}
        aria-pressed={isFlagged}
        aria-expanded={isFlagging}
        className={cx('pointer-coarse:min-h-11', isFlagged && FLAGGED)}
        onClick={onFlag}
      >
        {flagLabel}
      </Button>
    </div>
  )
}
