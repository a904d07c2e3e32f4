import { type Answer, type Answers, isAnswered, takesFiles, type WorkformField } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/portal'
import { afterPaint } from '@portal/kit/ui/after-paint'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { isActive, needsDecision } from '@portal/kit/features/uploads/upload-job'
import { queryClient, toastError } from '@portal/sdk'
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { ConflictView } from '../draft/conflict-view.tsx'
import type { SaveMark as Mark } from '../draft/draft-state.ts'
import { SaveMark } from '../draft/save-mark.tsx'
import { useDraft } from '../draft/use-draft.ts'
import { useUploads } from '../upload/uploads.ts'
import { ErrorSummary } from './error-summary.tsx'
import { arrive, fieldElementId, focusField } from './focus-field.ts'
import { FormFields } from './form-fields.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { type FieldProblem, problemsOf, requiredCount, together } from './validate.ts'

function toastProblems(problems: readonly FieldProblem[]): void {
  if (problems.some((p) => p.missing)) {
    toastError('Missing required fields', 'Please fill in all required fields before submitting.')
  } else {
    toastError('Please check your answers', problems.map((p) => `${p.field.name}: ${p.message}`).join(' '))
  }
}

export interface SectionFormProps {
  detail: PortalSectionDetail
  /** The section's card, which is brought into sight. */
  frame?: RefObject<HTMLElement | null> | undefined
  onSubmitted: () => void
  /** Below the form. */
  children?: ReactNode
}

/** A section to fill in. It saves itself; submitting asks once more and shows what will be sent. */
export function SectionForm({ detail, frame, onSubmitted, children }: SectionFormProps): ReactNode {
  const formId = useId()
  const { keeper, state } = useDraft(detail)
  const uploads = useUploads(detail.assignment_id)
  const [refused, setRefused] = useState<'said' | 'shown'>()
  const [confirming, setConfirming] = useState(false)
  const answer = useCallback((fieldId: string, given: Answer) => keeper.set(fieldId, given), [keeper])
  const { fields } = detail
  const answers = together(detail, state.answers)
  const problems = problemsOf(fields, answers)
  useArrival(frame, formId, fields, answers)
  if (state.mark === 'conflict' && state.theirs) {
    const written = fields.filter((f) => !takesFiles(f))
    const sides = { base: keeper.base, mine: state.answers, theirs: state.theirs, disputed: state.disputed ?? [] }
    return <ConflictView fields={written} {...sides} onResolve={(chosen) => keeper.resolve(chosen)} />
  }
  const submit = (): void => {
    // What was entered last, the form may not have shown yet.
    const left = problemsOf(fields, together(detail, keeper.state().answers))
    const [first] = left
    if (first) {
      // Said at once beside the button that was pressed; what is wrong with which field comes with the next paint.
      setRefused((before) => before ?? 'said')
      afterPaint(() => {
        setRefused('shown')
        toastProblems(left)
        focusField(formId, first.field.id)
      })
      return
    }
    setRefused('shown')
    const [unsent] = uploads.filter(needsDecision)
    if (unsent) {
      toastError(
        'Not all files are sent',
        `${unsent.name}: please send it, choose it again or remove it before you submit.`,
      )
      focusField(formId, unsent.place.fieldId)
      return
    }
    // Another device may have uploaded or removed files: what is confirmed is what is there.
    void queryClient.invalidateQueries({ queryKey: sectionQuery(detail.assignment_id).queryKey })
    setConfirming(true)
  }
  return (
    // Not submitted by Enter: on a phone's keyboard that key is pressed to go on.
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={(event) => event.preventDefault()}>
      {detail.status === 'rejected' ? <p className="text-sm">{whatToSendAgain(fields)}</p> : null}
      {refused === 'shown' ? <ErrorSummary formId={formId} problems={problems} /> : null}
      <FormFields
        {...{ formId, fields, answers, problems }}
        tried={refused === 'shown'}
        assignmentId={detail.assignment_id}
        onAnswer={answer}
        source={keeper}
      />
      <FormFooter
        onSubmit={submit}
        left={stillRequired(fields, answers, refused ? problems : [])}
        uploading={uploads.filter(isActive).length}
        mark={state.mark}
      />
      {children}
      {confirming ? (
        <SubmitDialog {...{ detail, answers, keeper, onSubmitted }} onClose={() => setConfirming(false)} />
      ) : null}
    </form>
  )
}

/** Brings a section that has opened into sight, with the focus on the field to go on with. */
function useArrival(
  frame: SectionFormProps['frame'],
  formId: string,
  fields: readonly WorkformField[],
  answers: Answers,
): void {
  const arrived = useEffectEvent(() => {
    const next = fields.find((field) => !isAnswered(answers[field.id])) ?? fields[0]
    arrive(frame?.current ?? null, next ? document.getElementById(fieldElementId(formId, next.id)) : null)
  })
  // Opened from elsewhere (the Continue button, an address), it may be above the screen or below.
  useEffect(() => arrived(), [])
}

/** Names what a rejected section needs again. */
function whatToSendAgain(fields: readonly WorkformField[]): string {
  const required = fields.filter((field) => field.required)
  const names = (required.length > 0 ? required : fields).map(({ name }) => name)
  return `Please send again: ${names.join(', ')}.`
}

/** What is left to do, in few words. `problems` are those that a submission was refused for. */
interface Left {
  words: string | null
  refused: boolean
}

function stillRequired(fields: readonly WorkformField[], answers: Answers, problems: readonly FieldProblem[]): Left {
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
  left: Left
  /** Files on their way. */
  uploading: number
  mark: Mark
  onSubmit: () => void
}

function FormFooter({ left, uploading, mark, onSubmit }: FormFooterProps): ReactNode {
  return (
    <>
      {left.words || mark !== 'none' ? (
        // Stays in sight while one types: it says that nothing is lost.
        <div className="-mx-4 -mb-2 sticky bottom-0 z-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-b-field border-base-300 border-t bg-base-100/95 px-4 py-2">
          <p className={cx('text-sm tabular-nums', left.refused ? 'text-error' : 'text-base-content/70')}>
            {left.words}
          </p>
          <SaveMark mark={mark} />
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
