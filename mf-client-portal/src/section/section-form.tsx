import { type Answer, type Answers, isAnswered, takesFiles, type WorkformField } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { isActive, needsDecision, type Upload } from '@portal/kit/features/uploads/upload-job'
import { queryClient, toastError } from '@portal/sdk'
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { ConflictView } from '../draft/conflict-view.tsx'
import type { SaveStatus } from '../draft/draft-state.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { SaveIndicator } from '../draft/save-indicator.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { type Place, useUploads } from '../upload/uploads.ts'
import { ErrorSummary } from './error-summary.tsx'
import { revealSection, fieldElementId, focusField } from './focus-field.ts'
import { FormFields } from './form-fields.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { type FieldProblem, problemsOf, requiredCount, allAnswers } from './validate.ts'

function toastProblems(problems: readonly FieldProblem[]): void {
  if (problems.some((p) => p.missing)) {
    toastError('Missing required fields', 'Please fill in all required fields before submitting.')
  } else {
    toastError('Please check your answers', problems.map((p) => `${p.field.name}: ${p.message}`).join(' '))
  }
}

export interface SectionFormProps {
  detail: PortalSectionDetail
  /** The section's card, which is scrolled into view. */
  card?: RefObject<HTMLElement | null> | undefined
  onSubmitted: () => void
  /** Rendered below the form. */
  children?: ReactNode
}

/** Renders the form of a section. Answers are saved automatically; submitting shows them for confirmation. */
export function SectionForm({ detail, card, onSubmitted, children }: SectionFormProps) {
  const formId = useId()
  const { keeper, state } = useDraft(detail)
  const uploads = useUploads(detail.assignment_id)
  const { refused, confirming, submit, cancel } = useSubmitAttempt({ detail, keeper, uploads, formId })
  const answer = useCallback((fieldId: string, given: Answer) => keeper.set(fieldId, given), [keeper])
  const { fields } = detail
  const answers = allAnswers(detail, state.answers)
  const problems = problemsOf(fields, answers)
  useReveal(card, formId, fields, answers)
  if (state.status === 'conflict' && state.theirs) {
    const written = fields.filter((f) => !takesFiles(f))
    const sides = { base: keeper.base, mine: state.answers, theirs: state.theirs, disputed: state.disputed ?? [] }
    return <ConflictView fields={written} {...sides} onResolve={(chosen) => keeper.resolve(chosen)} />
  }
  return (
    // Enter does not submit: on a phone's keyboard it moves to the next field.
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={(event) => event.preventDefault()}>
      {detail.status === 'rejected' ? <p className="text-sm">{resubmissionHint(fields)}</p> : null}
      {refused ? <ErrorSummary formId={formId} problems={problems} /> : null}
      <FormFields
        {...{ formId, fields, answers, problems }}
        tried={refused}
        assignmentId={detail.assignment_id}
        onAnswer={answer}
      />
      <FormFooter
        onSubmit={submit}
        left={remainingWork(fields, answers, refused ? problems : [])}
        uploading={uploads.filter(isActive).length}
        saveStatus={state.status}
      />
      {children}
      {confirming ? <SubmitDialog {...{ detail, answers, keeper, onSubmitted }} onClose={cancel} /> : null}
    </form>
  )
}

interface SubmitAttempt {
  detail: PortalSectionDetail
  keeper: DraftKeeper
  uploads: readonly Upload<Place>[]
  formId: string
}

/** Checks a section before it is submitted. Once it was refused, its problems are shown. */
function useSubmitAttempt({ detail, keeper, uploads, formId }: SubmitAttempt) {
  const [refused, setRefused] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const [focused, setFocused] = useState<{ id: string }>()
  // By then the errors have taken their space.
  useEffect(() => {
    if (focused) focusField(formId, focused.id)
  }, [focused, formId])
  const submit = (): void => {
    const left = problemsOf(detail.fields, allAnswers(detail, keeper.state().answers))
    const [first] = left
    setRefused(true)
    if (first) {
      toastProblems(left)
      setFocused({ id: first.field.id })
      return
    }
    const [unsent] = uploads.filter(needsDecision)
    if (unsent) {
      toastError(
        'Not all files are sent',
        `${unsent.name}: please send it, choose it again or remove it before you submit.`,
      )
      setFocused({ id: unsent.place.fieldId })
      return
    }
    // Another device may have changed the files: refetch them before the client confirms.
    void queryClient.invalidateQueries({ queryKey: sectionQuery(detail.assignment_id).queryKey })
    setConfirming(true)
  }
  return { refused, confirming, submit, cancel: () => setConfirming(false) }
}

/** Scrolls to a section that was opened, and focuses the field to continue with. */
function useReveal(
  card: SectionFormProps['card'],
  formId: string,
  fields: readonly WorkformField[],
  answers: Answers,
): void {
  const arrived = useEffectEvent(() => {
    const next = fields.find((field) => !isAnswered(answers[field.id])) ?? fields[0]
    revealSection(card?.current ?? null, next ? document.getElementById(fieldElementId(formId, next.id)) : null)
  })
  // When opened by the Continue button or a URL, it may be outside the viewport.
  useEffect(() => arrived(), [])
}

/** Returns which answers a rejected section needs again. */
function resubmissionHint(fields: readonly WorkformField[]): string {
  const required = fields.filter((field) => field.required)
  const names = (required.length > 0 ? required : fields).map(({ name }) => name)
  return `Please send again: ${names.join(', ')}.`
}

/** Returns a short summary of what is left to do. `refused` is true after a submission was refused. */
interface RemainingWork {
  words: string | null
  refused: boolean
}

function remainingWork(
  fields: readonly WorkformField[],
  answers: Answers,
  problems: readonly FieldProblem[],
): RemainingWork {
  const { filled, total } = requiredCount(fields, answers)
  const wrong = problems.length
  if (filled < total) return { words: `${total - filled} of ${total} required left`, refused: wrong > 0 }
  const words = [
    ...(total > 0 ? ['Nothing required is left'] : []),
    ...(wrong > 0 ? [`Answers to put right: ${wrong}`] : []),
  ]
  return { words: words.length > 0 ? words.join('. ') : null, refused: wrong > 0 }
}

interface FormFooterProps {
  left: RemainingWork
  /** Number of uploads in progress. */
  uploading: number
  saveStatus: SaveStatus
  onSubmit: () => void
}

function FormFooter({ left, uploading, saveStatus, onSubmit }: FormFooterProps) {
  return (
    <>
      {left.words || saveStatus !== 'none' ? (
        // Stays visible while typing: it shows that nothing is lost.
        <div
          className={cx(
            '-mx-4 -mb-2 sticky bottom-0 z-1 flex min-h-11 flex-wrap items-center justify-between',
            'gap-x-4 gap-y-1 rounded-b-field border-base-300 border-t bg-base-100/95 px-4 py-2',
          )}
        >
          <p className={cx('text-sm tabular-nums', left.refused ? 'text-error' : 'text-base-content/70')}>
            {left.words}
          </p>
          <SaveIndicator status={saveStatus} />
        </div>
      ) : null}
      <Button
        variant="primary"
        size="lg"
        disabled={uploading > 0}
        onClick={onSubmit}
        className="max-sm:w-full sm:justify-self-end"
      >
        {uploading > 0 ? 'Waiting for uploads...' : 'Submit Section'}
      </Button>
    </>
  )
}
