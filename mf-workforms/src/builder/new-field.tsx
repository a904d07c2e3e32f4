import { tooManyToAdd } from '@portal/contract/limit-messages'
import { MAX_FIELDS } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { toastError, toastSuccess } from '@portal/sdk'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { blankDraft, fieldOf, type FieldDraft, isEmptyDraft, validateDraft, type FieldProblems } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'
import { countFields } from './sections.ts'
import { builderReducer, type BuilderState } from './state.ts'
import { type Builder, newId } from './use-builder.ts'

const UPLOADING: FieldProblems = { templateFile: 'Please wait until the upload is done.' }

/** Returns the problems of a field form in this builder. */
export function checkDraft(builder: Builder, draft: FieldDraft, uploading: boolean): FieldProblems {
  return { ...validateDraft(draft, builder.templateScreen === 'assign'), ...(uploading ? UPLOADING : {}) }
}

function useNewField(builder: Builder) {
  const { pending: draft, setPending, state, dispatch } = builder
  const [submitted, setSubmitted] = useState(false)
  const [uploading, setUploading] = useState(false)
  const problems = submitted ? checkDraft(builder, draft, uploading) : {}
  const patch = (part: Partial<FieldDraft>): void => setPending((current) => ({ ...current, ...part }))
  const add = (id = newId()): BuilderState | null => {
    setSubmitted(true)
    if (Object.keys(checkDraft(builder, draft, uploading)).length > 0) return null
    if (countFields(state.sections) >= MAX_FIELDS) {
      toastError('Failed to add field', tooManyToAdd(MAX_FIELDS, 'fields'))
      return null
    }
    const action = { type: 'add-field', field: fieldOf(draft, id), section: draft.section, key: newId() } as const
    dispatch(action)
    // The next field often goes into the same section; everything else starts blank.
    setPending(() => blankDraft(draft.section))
    setSubmitted(false)
    toastSuccess('Field added')
    return builderReducer(state, action)
  }
  const commit = (): BuilderState | null => (isEmptyDraft(draft) && !uploading ? state : add())
  return { draft, patch, problems, setUploading, add, commit }
}

const focusIn = (root: HTMLElement | null, selector: string): void =>
  root?.querySelector<HTMLElement>(selector)?.focus()

/**
 * Next to the list, the form scrolls on its own, and its button stays visible. The form fades out above the button, so
 * that it does not look cut.
 */
const BUTTON_CLASS = cx(
  'mt-2 bg-base-100 pt-3 @4xl:sticky @4xl:bottom-0 @4xl:-mx-1 @4xl:px-1 @4xl:pb-1',
  '@4xl:before:pointer-events-none @4xl:before:absolute @4xl:before:inset-x-0 @4xl:before:bottom-full',
  '@4xl:before:h-6 @4xl:before:bg-linear-to-t @4xl:before:from-base-100',
)

interface NewFieldProps {
  builder: Builder
  focusRequests: number
  /** Called with the id of an added field once it is in the list. */
  onAdded: (id: string) => void
}

/** Shows the form of a new field. */
export function NewField({ builder, focusRequests, onAdded }: NewFieldProps) {
  const { draft, patch, problems, setUploading, add, commit } = useNewField(builder)
  const root = useRef<HTMLDivElement>(null)
  const { setForm } = builder
  useEffect(() => {
    setForm(commit)
    return () => setForm(null)
  })
  useEffect(() => {
    if (focusRequests > 0) focusIn(root.current, '[data-field-name]')
  }, [focusRequests])
  const submit = (): void => {
    const id = newId()
    const added = add(id)
    // Added fields are shown, and invalid controls are marked, in the next render. The focus scrolls last.
    requestAnimationFrame(() => {
      if (added) onAdded(id)
      focusIn(root.current, added ? '[data-field-name]' : '[aria-invalid=true]')
    })
  }
  return (
    // Not a form element: the builder may be inside another form.
    <div ref={root} role="group" aria-label="New field">
      <FieldForm
        draft={draft}
        onPatch={patch}
        problems={problems}
        sections={builder.state.sections.map((s) => s.name)}
        allowReupload={builder.allowReupload}
        templateScreen={builder.templateScreen}
        onUploading={setUploading}
        onEnter={submit}
      />
      <div className={BUTTON_CLASS}>
        <Button className="w-full" icon={<Plus />} onClick={submit}>
          Add Field
        </Button>
      </div>
    </div>
  )
}
