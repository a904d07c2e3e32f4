import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { TextField } from '@portal/kit/ui/fields'
import { ChevronDown, ChevronRight, PencilLine, Plus, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { FIELD_LIMITS } from './field-draft.ts'
import { FieldRow, Handle, type ListActions, MoveButton } from './field-row.tsx'
import type { BuilderSection } from './state.ts'

export interface SectionCardProps {
  section: BuilderSection
  index: number
  /** Number of sections. */
  count: number
  /** Whether the list begins or ends with this section's fields. */
  holdsFirst: boolean
  holdsLast: boolean
  /** Id of a field of this section that is dragged, or edited. */
  draggedField: string | null
  editing: string | null
  editor: ReactNode
  /** What is dragged would land in this section: before this field, or at its end (null). */
  dropBefore: string | null | undefined
  /** A section that is dragged would land before this one. */
  dropHere: boolean
  dragged: boolean
  /** Its name is typed at once: it was just made. */
  fresh: boolean
  actions: ListActions
}

/** About how high a section's header and a field's row are, in px, until they have been in sight. */
const HEADER_HEIGHT = 46
const ROW_HEIGHT = 53

const plain = (name: string): string => name.trim().toLowerCase()

/** Names of more than one field: they could not be told apart when the section is filled in or reviewed. */
function repeatedNames(fields: BuilderSection['fields']): ReadonlySet<string> {
  const names = fields.map((field) => plain(field.name))
  return new Set(names.filter((name, i) => names.indexOf(name) !== i))
}

/** One section of the list, with its fields. */
export const SectionCard = memo(function SectionCard(props: SectionCardProps) {
  const { section, dropBefore, dropHere, dragged, actions, editing, draggedField, holdsFirst, holdsLast } = props
  const [open, setOpen] = useState(true)
  const last = section.fields.length - 1
  const repeated = repeatedNames(section.fields)
  return (
    <section
      data-section={section.key}
      aria-label={section.name}
      className={cx(
        // What is out of sight is neither laid out nor painted: of thirty sections the browser works on a few.
        'relative rounded-field border border-base-300 bg-base-100 [content-visibility:auto]',
        dragged && 'opacity-40',
        dropHere && 'before:absolute before:inset-x-0 before:top-0 before:z-1 before:h-0.5 before:bg-primary',
        dropBefore === null && 'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-primary',
      )}
      style={{ containIntrinsicBlockSize: `auto ${HEADER_HEIGHT + (open ? section.fields.length * ROW_HEIGHT : 0)}px` }}
    >
      <SectionHeader {...props} open={open} onToggle={() => setOpen(!open)} />
      {open && section.fields.length > 0 ? (
        <ul className="divide-y divide-base-300 rounded-b-[inherit] border-base-300 border-t">
          {section.fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              isFirst={holdsFirst && index === 0}
              isLast={holdsLast && index === last}
              sameName={repeated.has(plain(field.name))}
              dragged={draggedField === field.id}
              dropHere={dropBefore === field.id}
              actions={actions}
              editor={editing === field.id ? props.editor : null}
            />
          ))}
        </ul>
      ) : null}
      {section.fields.length === 0 ? (
        <p className="border-base-300 border-t px-3 py-3 text-base-content/70 text-sm">
          No fields yet. A section without fields is not saved.
        </p>
      ) : null}
    </section>
  )
})

interface SectionHeaderProps extends SectionCardProps {
  open: boolean
  onToggle: () => void
}

function SectionHeader({ section, index, count, fresh, actions, open, onToggle }: SectionHeaderProps) {
  const [renaming, setRenaming] = useState(fresh)
  const header = useRef<HTMLDivElement>(null)
  const { key, name, fields } = section
  const renamed = (byKeyboard: boolean): void => {
    setRenaming(false)
    // The text field is gone with the next render; a press elsewhere has moved the focus already.
    if (byKeyboard) requestAnimationFrame(() => header.current?.querySelector<HTMLElement>('[data-rename]')?.focus())
  }
  return (
    <div
      ref={header}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-[inherit] bg-base-200/50 py-1.5 pr-2 pl-3"
    >
      <Handle item={{ kind: 'section', id: key }} actions={actions} />
      {renaming ? (
        <SectionName name={name} onRename={(to) => actions.renameSection(key, to)} onDone={renamed} />
      ) : (
        <h3 className="min-w-0 flex-1 basis-32 text-sm">
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="flex min-h-7 w-full cursor-pointer items-center gap-1.5 text-left font-semibold"
          >
            {open ? (
              <ChevronDown className="size-4 shrink-0" aria-hidden />
            ) : (
              <ChevronRight className="size-4 shrink-0" aria-hidden />
            )}
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ml-1 shrink-0 font-normal text-base-content/70 text-xs tabular-nums">
              {fields.length} {fields.length === 1 ? 'field' : 'fields'}
            </span>
          </button>
        </h3>
      )}
      <div className="ml-auto flex shrink-0 items-center">
        <MoveButton
          direction="up"
          name={`all of ${name}`}
          id={key}
          off={index === 0}
          onMove={() => actions.moveSection(key, index - 1)}
        />
        <MoveButton
          direction="down"
          name={`all of ${name}`}
          id={key}
          off={index === count - 1}
          onMove={() => actions.moveSection(key, index + 1)}
        />
        <IconButton label={`New field in ${name}`} onClick={() => actions.newFieldIn(name)}>
          <Plus className="size-4" aria-hidden />
        </IconButton>
        <IconButton label={`Rename ${name}`} data-rename onClick={() => setRenaming(true)}>
          <PencilLine className="size-4" aria-hidden />
        </IconButton>
        <IconButton label={`Remove all of ${name}`} onClick={() => actions.removeSection(key, name)}>
          <Trash2 className="size-4" aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/** The name of a section while it is typed: Enter or leaving takes it over, Esc gives it up. */
function SectionName({
  name,
  onRename,
  onDone,
}: {
  name: string
  onRename: (name: string) => string | undefined
  onDone: (byKeyboard: boolean) => void
}) {
  const [text, setText] = useState(name)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  const finish = (byKeyboard: boolean): void => {
    const found = onRename(text)
    if (found) setProblem(found)
    else onDone(byKeyboard)
  }
  return (
    <TextField
      label="Section name"
      hideLabel
      ref={input}
      value={text}
      maxLength={FIELD_LIMITS.section}
      onChange={setText}
      error={problem}
      className="flex-1 basis-40"
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          finish(true)
        } else if (event.key === 'Escape') {
          // Not the dialog: only the renaming is given up.
          event.preventDefault()
          event.stopPropagation()
          onDone(true)
        }
      }}
    />
  )
}
