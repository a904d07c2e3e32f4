import { tooManyToAdd } from '@portal/contract/limit-messages'
import { MAX_FIELDS } from '@portal/contract/limits'
import { Button } from '@portal/kit/ui/button'
import { toastError, toastSuccess } from '@portal/sdk'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { blankDraft, fieldOf, type FieldDraft, isBlank, problemsOf, type FieldProblems } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'
import { builderReducer, countFields, type BuilderState } from './state.ts'
import { type Builder, newId } from './use-builder.ts'

const UPLOADING: FieldProblems = { templateFile: 'Please wait until the upload is done.' }

/** What is wrong with a field's form in this builder. */
export function checkDraft(builder: Builder, draft: FieldDraft, uploading: boolean): FieldProblems {
  return { ...problemsOf(draft, builder.templateScreen === 'assign'), ...(uploading ? UPLOADING : {}) }
}

function useNewField(builder: Builder) {
  const { pending: draft, setPending, state, dispatch } = builder
  const [asked, setAsked] = useState(false)
  const [uploading, setUploading] = useState(false)
  const problems = asked ? checkDraft(builder, draft, uploading) : {}
  const patch = (part: Partial<FieldDraft>): void => setPending((current) => ({ ...current, ...part }))
  const add = (): BuilderState | null => {
    setAsked(true)
    if (Object.keys(checkDraft(builder, draft, uploading)).length > 0) return null
    if (countFields(state.sections) >= MAX_FIELDS) {
      toastError('Failed to add field', tooManyToAdd(MAX_FIELDS, 'fields'))
      return null
    }
    const action = { type: 'add-field', field: fieldOf(draft, newId()), section: draft.section, key: newId() } as const
    dispatch(action)
    // The next field often goes into the same section; everything else starts blank.
    setPending(() => blankDraft(draft.section))
    setAsked(false)
    toastSuccess('Field added')
    return builderReducer(state, action)
  }
  const settle = (): BuilderState | null => (isBlank(draft) && !uploading ? state : add())
  return { draft, patch, problems, setUploading, add, settle }
}

export interface NewFieldProps {
  builder: Builder
  /** Takes the focus whenever this grows. */
  focusTurn: number
}

const focusIn = (root: HTMLElement | null, selector: string): void =>
  root?.querySelector<HTMLElement>(selector)?.focus()

/** The form of a field that is to be added. */
export function NewField({ builder, focusTurn }: NewFieldProps) {
  const { draft, patch, problems, setUploading, add, settle } = useNewField(builder)
  const root = useRef<HTMLDivElement>(null)
  const { setForm } = builder
  useEffect(() => {
    setForm(settle)
    return () => setForm(null)
  })
  useEffect(() => {
    if (focusTurn > 0) focusIn(root.current, '[data-field-name]')
  }, [focusTurn])
  const press = (): void => {
    const target = add() ? '[data-field-name]' : '[aria-invalid=true]'
    // What is invalid is marked with the next render.
    requestAnimationFrame(() => focusIn(root.current, target))
  }
  return (
    // Not a form element: the builder may stand inside the form of whoever mounts it.
    <div ref={root} role="group" aria-label="New field">
      <FieldForm
        draft={draft}
        onPatch={patch}
        problems={problems}
        sections={builder.state.sections.map((s) => s.name)}
        allowReupload={builder.allowReupload}
        templateScreen={builder.templateScreen}
        onUploading={setUploading}
        onEnter={press}
      />
      {/* Beside the list the form scrolls by itself: its button stays in sight. */}
      <div className="mt-2 bg-base-100 pt-3 @4xl:sticky @4xl:bottom-0 @4xl:pb-1">
        <Button className="w-full" icon={<Plus className="size-4" aria-hidden />} onClick={press}>
          Add Field
        </Button>
      </div>
    </div>
  )
}
