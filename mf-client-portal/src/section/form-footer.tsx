import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { isGiven, joinContent, type SectionContent } from '../draft/draft-answers.ts'
import type { SaveStatus } from '../draft/draft-state.ts'
import { SaveIndicator, unsavedText } from '../draft/save-indicator.tsx'
import { fixedIn } from '../fixes/fixed-in.ts'
import { type FieldProblem, requiredCount } from './validate.ts'

/** What is left to do, in a few words. `refused` is true after a submission was refused. */
interface RemainingWork {
  words: string
  refused: boolean
}

/** Returns what is left to do, or without required questions how many are answered. */
export function remainingWork(
  detail: PortalSectionDetail,
  content: SectionContent,
  problems: readonly FieldProblem[],
): RemainingWork {
  const { filled, total } = requiredCount(detail.fields, content)
  const wrong = problems.length
  const toFix = detail.to_fix.length
  if (toFix > 0 && filled === total && wrong === 0)
    return { words: `${fixedIn(detail, content).length} of ${toFix} changed`, refused: false }
  if (filled < total) return { words: `${total - filled} of ${total} required left`, refused: wrong > 0 }
  const draft = joinContent(content)
  const answered = detail.fields.filter(({ id }) => isGiven(draft[id])).length
  const words = total > 0 ? 'Nothing required is left' : `${answered} of ${detail.fields.length} answered`
  return { words: wrong > 0 ? `${words}. Answers to correct: ${wrong}` : words, refused: wrong > 0 }
}

interface FormFooterProps {
  left: RemainingWork
  /** Number of uploads in progress. */
  uploading: number
  saveStatus: SaveStatus
  onSubmit: () => void
}

/** Shows what is left to do, the save status, and the button that submits the section, always in reach. */
export function FormFooter({ left, uploading, saveStatus, onSubmit }: FormFooterProps) {
  return (
    <div
      className={cx(
        '-mx-4 -mb-2 sticky bottom-0 z-1 flex items-center justify-between gap-3',
        'rounded-b-field border-base-300 border-t bg-base-100 px-4 py-2',
        // A sentence has a row of its own on phones.
        unsavedText(saveStatus) !== undefined && 'max-sm:flex-col max-sm:items-stretch max-sm:gap-2',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 max-sm:*:text-xs">
        <p className={cx('text-sm tabular-nums', left.refused ? 'text-error' : 'text-base-content/70')}>{left.words}</p>
        <SaveIndicator status={saveStatus} />
      </div>
      <Button variant="primary" size="lg" disabled={uploading > 0} onClick={onSubmit} className="shrink-0">
        {uploading > 0 ? 'Waiting for uploads...' : 'Submit Section'}
      </Button>
    </div>
  )
}
