import type { WorkformField } from '@portal/contract/fields'
import { Button } from '@portal/kit/ui/button'
import { useEffect, useRef, useState } from 'react'
import { draftOf, type FieldDraft, fieldOf } from './field-draft.ts'
import { FieldForm } from './field-form.tsx'
import { checkDraft } from './new-field.tsx'
import { builderReducer, type BuilderState } from './state.ts'
import { type Builder, newId } from './use-builder.ts'

export interface EditFieldProps {
  builder: Builder
  field: WorkformField
  /** Name of the section it is in. */
  section: string
  onDone: () => void
}

function useEditField({ builder, field, section }: EditFieldProps) {
  const [draft, setDraft] = useState(() => draftOf(field, section))
  const [uploading, setUploading] = useState(false)
  const problems = checkDraft(builder, draft, uploading)
  const update = (next: FieldDraft, into: string): BuilderState => {
    const action = { type: 'update-field', field: fieldOf(next, field.id), section: into, key: newId() } as const
    builder.dispatch(action)
    return builderReducer(builder.state, action)
  }
  const patch = (part: Partial<FieldDraft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (!('section' in part) && Object.keys(checkDraft(builder, next, false)).length === 0) update(next, section)
  }
  /** Takes over the section's text too. */
  const settle = (): BuilderState | null => {
    if (Object.keys(problems).length > 0) return null
    return draft.section.trim() === section ? builder.state : update(draft, draft.section)
  }
  return { draft, patch, problems, settle, setUploading }
}

/**
 * The form of a field that is there. Valid changes take effect as they are typed, so there is nothing to lose; the section
 * only when the form is left, or every key would make one.
 */
export function EditField(props: EditFieldProps) {
  const { builder, field } = props
  const { draft, patch, problems, settle, setUploading } = useEditField(props)
  const root = useRef<HTMLDivElement>(null)
  // Ends of an upload, and of this form, come later than the render that made them.
  const latest = useRef({ patch, settle })
  const { setForm } = builder
  useEffect(() => {
    latest.current = { patch, settle }
    setForm(settle)
  })
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[data-field-name]')?.focus()
    return () => {
      setForm(null)
      latest.current.settle()
    }
  }, [setForm])
  return (
    <div
      ref={root}
      role="group"
      aria-label={`Edit ${field.name}`}
      className="rounded-b-[inherit] border-base-300 border-t bg-base-200/40 p-4"
    >
      <FieldForm
        draft={draft}
        onPatch={(part) => latest.current.patch(part)}
        problems={problems}
        sections={builder.state.sections.map((s) => s.name)}
        allowReupload={builder.allowReupload}
        templateScreen={builder.templateScreen}
        onUploading={setUploading}
        onEnter={props.onDone}
      />
      <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
        {Object.keys(problems).length > 0 ? (
          <p className="text-base-content/70 text-sm">Until this is corrected, the field stays as it was last valid.</p>
        ) : null}
        <Button size="sm" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
