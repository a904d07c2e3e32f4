import type { AnswerMarks } from '@portal/contract/answer-review'
import type { ReviewSection } from '@portal/contract/review'
import { isLinked } from '@portal/kit/features/comments/comments-hash'
import { draftStorage } from '@portal/kit/features/drafts/draft-storage'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useId, useState } from 'react'
import { CompareDialog, type CompareDialogProps } from '../files/compare-dialog.tsx'
import { usePreview } from '../files/use-preview.tsx'
import { AnswerItem, type AnswerItemProps } from './answer-item.tsx'
import type { ReviewedAnswer } from './changes.ts'
import { notePlace } from './flag-panel.tsx'
import type { useMarks } from './use-marks.ts'

export interface AnswerReviewProps {
  section: ReviewSection
  items: readonly ReviewedAnswer[]
  marks: AnswerMarks
  mark: ReturnType<typeof useMarks>['mark']
}

/**
 * Renders the answers of a section under review. After an earlier review, answers that have changed and answers that
 * the bookkeeper asked for come first; the others are shown on request.
 */
export function AnswerReview({ section, items, marks, mark }: AnswerReviewProps) {
  const [flagging, setFlagging] = useState(() => unsavedNote(section))
  const { onPreview, onCompare, dialogs } = useFileDialogs()
  const id = section.assignment_id
  const onMark = useCallback<AnswerItemProps['onMark']>(
    (fieldId, next) => mark(fieldId, next, () => draftStorage(notePlace(id, fieldId)).clear()),
    [mark, id],
  )
  const isRepeated = items.some((item) => item.before)
  const [first, rest] = [items.filter((item) => !item.isSeen), items.filter((item) => item.isSeen)]
  const [showsAll, setShowsAll] = useState(() =>
    rest.some(({ field }) => field.id === flagging || isLinked(id, field.id)),
  )
  const list = (shown: readonly ReviewedAnswer[]) => (
    <AnswerList
      items={shown}
      marks={marks}
      flagging={flagging}
      assignmentId={id}
      version={section.version}
      contributions={section.contributions}
      onFlagging={setFlagging}
      {...{ onMark, onPreview, onCompare }}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      {isRepeated ? <ChangeSummary items={items} /> : null}
      {first.length > 0 ? list(first) : null}
      {rest.length > 0 ? (
        <Rest count={rest.length} isOpen={showsAll} onToggle={() => setShowsAll(!showsAll)}>
          {list(rest)}
        </Rest>
      ) : null}
      {dialogs}
    </div>
  )
}

interface AnswerListProps extends Omit<AnswerItemProps, 'item' | 'mark' | 'isFlagging'> {
  items: readonly ReviewedAnswer[]
  marks: AnswerMarks
  /** The field whose reasons for a flag are shown. */
  flagging: string | undefined
}

/** Keeps a focused control above the bar that finishes the review. */
const SCROLL_MARGIN =
  '[&_:is(button,a,input,textarea)]:scroll-mb-24 max-sm:[&_:is(button,a,input,textarea)]:scroll-mb-40'
/** Number of answers that are rendered at once; the others of a long section follow in the background. */
const AT_ONCE = 30

function AnswerList({ items, marks, flagging, ...common }: AnswerListProps) {
  const shown = useDeferredValue(items, items.slice(0, AT_ONCE))
  return (
    <ul className={cx('divide-y divide-base-300', SCROLL_MARGIN)}>
      {shown.map((item) => (
        <AnswerItem
          key={item.field.id}
          item={item}
          mark={marks[item.field.id]}
          isFlagging={flagging === item.field.id}
          {...common}
        />
      ))}
    </ul>
  )
}

/** Returns the answer whose note was typed but not saved. */
const unsavedNote = ({ assignment_id, fields }: ReviewSection): string | undefined =>
  fields.find(({ id }) => draftStorage(notePlace(assignment_id, id)).read())?.id

/** Says what the client has changed since the last review. */
function ChangeSummary({ items }: { items: readonly ReviewedAnswer[] }) {
  const changed = items.filter((item) => item.isChanged).length
  const open = items.filter((item) => item.lastFlag && !item.isChanged).length
  const verb = changed === 1 ? 'has' : 'have'
  const what = changed === 0 ? 'No answer has changed' : `${countOf(changed, 'answer')} ${verb} changed`
  return (
    <p className="text-sm">
      <span className="font-medium">{`${what} since you last reviewed this section.`}</span>
      {open > 0 ? ` ${countOf(open, 'answer')} that you asked for ${open === 1 ? 'is' : 'are'} still the same.` : null}
    </p>
  )
}

interface RestProps {
  count: number
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** Renders the answers that the bookkeeper has seen before, on request. */
function Rest({ count, isOpen, onToggle, children }: RestProps) {
  const region = useId()
  return (
    <>
      <div>
        <Button
          size="sm"
          icon={<ChevronDown className={isOpen ? 'size-4 rotate-180' : 'size-4'} />}
          aria-expanded={isOpen}
          aria-controls={region}
          onClick={onToggle}
        >
          {isOpen ? 'Show only changes' : `Show all: ${countOf(count, 'answer')} seen before`}
        </Button>
      </div>
      <div id={region} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </>
  )
}

/** Returns the dialogs that show files, and the functions that open them. */
function useFileDialogs() {
  const { onPreview, dialog } = usePreview()
  const [compared, setCompared] = useState<Omit<CompareDialogProps, 'onClose'>>()
  const onCompare = useCallback<AnswerItemProps['onCompare']>(
    (question, files) => setCompared({ question, ...files }),
    [],
  )
  const dialogs = (
    <>
      {dialog}
      {compared ? <CompareDialog {...compared} onClose={() => setCompared(undefined)} /> : null}
    </>
  )
  return { onPreview, onCompare, dialogs }
}
