import type { WorkformField } from '@portal/contract/fields'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { isActive, needsDecision, type Upload } from '@portal/kit/features/uploads/upload-job'
import { useKeepFocus } from '@portal/kit/ui/use-keep-focus'
import { toastFormProblem } from '@portal/kit/ui/form-problem'
import { queryClient, toastInfo } from '@portal/sdk'
import { type ReactNode, type RefObject, useCallback, useEffect, useEffectEvent, useId, useState } from 'react'
import { sectionQuery } from '../dashboard/queries.ts'
import { ConflictView } from '../draft/conflict-view.tsx'
import { type DraftAnswer, isGiven, joinContent, type SectionContent } from '../draft/draft-answers.ts'
import type { DraftKeeper } from '../draft/draft-keeper.ts'
import { useDraft } from '../draft/use-draft.ts'
import { fixedIn } from '../fixes/fixed-in.ts'
import { FixFields, type FixFieldsProps } from '../fixes/fix-fields.tsx'
import { type Place, useUploads } from '../upload/uploads.ts'
import { ErrorSummary } from './error-summary.tsx'
import { revealSection, fieldElementId, focusField } from './focus-field.ts'
import { FormFields } from './form-fields.tsx'
import { FormFooter, remainingWork } from './form-footer.tsx'
import { ReplacedNotice } from './replaced-notice.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import { contentOf, type FieldProblem, problemsOf } from './validate.ts'

function toastProblems(problems: readonly FieldProblem[]): void {
  if (problems.some((p) => p.missing)) {
    toastFormProblem('Missing required fields', 'Please fill in all required fields before submitting.')
  } else {
    toastFormProblem('Please check your answers', problems.map((p) => `${p.field.name}: ${p.message}`).join(' '))
  }
}

export interface SectionFormProps {
  detail: PortalSectionDetail
  /** The section's card, which is scrolled into view. */
  card?: RefObject<HTMLElement | null> | undefined
  /** The question to focus. */
  target?: { question: string } | undefined
  /** Whether it takes the focus even from within the card. */
  takesFocus?: boolean | undefined
  onSubmitted: () => void
  /** Rendered below the form. */
  children?: ReactNode
}

/** Renders the form of a section. Answers are saved automatically; submitting shows them for confirmation. */
export function SectionForm({ detail, card, target, takesFocus, onSubmitted, children }: SectionFormProps) {
  const formId = useId()
  const { keeper, state } = useDraft(detail)
  const uploads = useUploads(detail.assignment_id)
  const { refused, confirming, focused, submit, cancel, focus } = useSubmitAttempt({ detail, keeper, uploads, formId })
  const onAnswer = useCallback((fieldId: string, given: DraftAnswer) => keeper.set(fieldId, given), [keeper])
  const { fields, assignment_id: assignmentId } = detail
  // An edit of the workform may remove the question that the client is answering.
  const notices = useKeepFocus<HTMLDivElement>(fields.map(({ id }) => id).join())
  const content = contentOf(detail, state.answers)
  const problems = problemsToSolve(problemsOf(fields, content), uploads)
  useReveal({ card, takesFocus }, formId, nextField(detail, content))
  const focusTarget = useEffectEvent((question: string) => focus(question))
  useEffect(() => {
    if (target) focusTarget(target.question)
  }, [target])
  if (state.status === 'conflict' && state.theirs) {
    const sides = { base: keeper.base, mine: state.answers, theirs: state.theirs, disputed: state.disputed ?? [] }
    return <ConflictView fields={fields} {...sides} onResolve={(chosen) => keeper.resolve(chosen)} />
  }
  return (
    // Enter does not submit: on a phone's keyboard it moves to the next field.
    <form noValidate className="grid grid-cols-1 gap-6" onSubmit={(event) => event.preventDefault()}>
      <div ref={notices} tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none empty:-mb-6">
        <Hint detail={detail} />
        {state.replaced.length > 0 ? <ReplacedNotice replaced={state.replaced} keeper={keeper} /> : null}
        {refused ? <ErrorSummary problems={problems} onFocus={focus} /> : null}
      </div>
      <Questions
        {...{ formId, assignmentId, detail, content, problems, focused, onAnswer }}
        contributions={detail.contributions}
        tried={refused}
      />
      <FormFooter
        onSubmit={submit}
        left={remainingWork(detail, content, refused ? problems : problems.filter(isReplacedChoice))}
        uploading={uploads.filter(isActive).length}
        saveStatus={state.status}
      />
      {children}
      {confirming ? <SubmitDialog {...{ detail, content, keeper, onSubmitted }} onClose={cancel} /> : null}
    </form>
  )
}

/** Renders the questions: those to fix first, if any were sent back. */
function Questions({ detail, focused, ...form }: FixFieldsProps) {
  return detail.to_fix.length > 0 ? (
    <FixFields {...form} detail={detail} focused={focused} />
  ) : (
    <FormFields {...form} fields={detail.fields} />
  )
}

/** Returns whether a choice is no longer in its list. Nobody can choose such a thing, so it was valid before. */
const isReplacedChoice = ({ field, missing }: FieldProblem): boolean => !missing && field.options !== undefined

/** Returns the problems except missing files that are sent when the connection is back. */
const problemsToSolve = (problems: readonly FieldProblem[], uploads: readonly Upload<Place>[]): FieldProblem[] =>
  problems.filter(
    ({ field, missing }) =>
      !missing || !uploads.some(({ state, place }) => state === 'offline' && place.fieldId === field.id),
  )

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
    const left = problemsToSolve(problemsOf(detail.fields, contentOf(detail, keeper.state().answers)), uploads)
    const [first] = left
    setRefused(true)
    if (first) {
      toastProblems(left)
      setFocused({ id: first.field.id })
      return
    }
    const [unsent] = uploads.filter(needsDecision)
    if (unsent) {
      toastFormProblem(
        'Not all files are sent',
        `${unsent.name}: please send it, choose it again or remove it before you submit.`,
      )
      setFocused({ id: unsent.place.fieldId })
      return
    }
    toastFormProblem()
    const waiting = uploads.find(({ state }) => state === 'offline')
    if (waiting) {
      toastInfo('Waiting for the connection', `${waiting.name} is sent when it is back. You can submit then.`)
      setFocused({ id: waiting.place.fieldId })
      return
    }
    // Another device may have changed the files: refetch them before the client confirms.
    void queryClient.invalidateQueries({ queryKey: sectionQuery(detail.assignment_id).queryKey })
    setConfirming(true)
  }
  const focus = (id: string): void => setFocused({ id })
  return { refused, confirming, focused, submit, cancel: () => setConfirming(false), focus }
}

/** Returns the field to continue with: the first to fix, or else the first without an answer. */
function nextField(detail: PortalSectionDetail, content: SectionContent): WorkformField | undefined {
  const { fields, to_fix } = detail
  const fixed = fixedIn(detail, content)
  const [toFix = to_fix[0]] = to_fix.filter((fix) => !fixed.includes(fix))
  if (toFix) return fields.find(({ id }) => id === toFix.field_id)
  const draft = joinContent(content)
  return fields.find(({ id }) => !isGiven(draft[id])) ?? fields[0]
}

/** Scrolls to a section that was opened, and focuses the field to continue with. */
function useReveal(
  { card, takesFocus }: Pick<SectionFormProps, 'card' | 'takesFocus'>,
  formId: string,
  next: WorkformField | undefined,
): void {
  const arrived = useEffectEvent(() => {
    const field = next ? document.getElementById(fieldElementId(formId, next.id)) : null
    revealSection(card?.current ?? null, field, takesFocus)
  })
  // When opened by the Continue button or a URL, it may be outside the viewport.
  useEffect(() => arrived(), [])
}

/** Says which answers a rejected section needs again. */
function Hint({ detail: { status, fields, to_fix } }: { detail: PortalSectionDetail }) {
  // Each question to fix says so itself.
  if (status !== 'rejected' || to_fix.length > 0) return null
  const required = fields.filter((field) => field.required)
  const names = (required.length > 0 ? required : fields).map(({ name }) => name)
  return <p className="text-sm">Please send again: {names.join(', ')}.</p>
}
