import { cleanLine } from '@portal/contract/text'
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
  /** Name of its section. */
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
  /** Commits the section as well. */
  const commit = (): BuilderState | null => {
    if (Object.keys(problems).length > 0) return null
    return cleanLine(draft.section) === section ? builder.state : update(draft, draft.section)
  }
  return { draft, patch, problems, commit, setUploading }
}

/**
 * Shows the form of an existing field. Valid changes apply as they are typed. The section applies
 * only when the form is closed; otherwise each keystroke would create a section.
 */
export function EditField(props: EditFieldProps) {
  const { builder, field } = props
  const { draft, patch, problems, commit, setUploading } = useEditField(props)
  const root = useRef<HTMLDivElement>(null)
  // The end of an upload, and unmounting, happen after later renders.
  const latest = useRef({ patch, commit })
  const { setForm } = builder
  useEffect(() => {
    latest.current = { patch, commit }
    setForm(commit)
  })
  useEffect(() => {
    root.current?.querySelector<HTMLElement>('[data-field-name]')?.focus()
    return () => {
      setForm(null)
      latest.current.commit()
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
          <p className="text-base-content/70 text-sm">
            The field keeps its last valid version until this is corrected.
          </p>
        ) : null}
        <Button size="sm" onClick={props.onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
