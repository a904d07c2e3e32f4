import { cleanLine } from '@portal/contract/text'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { countOf } from '@portal/kit/ui/count'
import { TextField } from '@portal/kit/ui/fields'
import { ChevronRight, PencilLine, Plus, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { FIELD_LIMITS } from './field-draft.ts'
import { FieldRow, DragHandle, type ListActions, MoveButton } from './field-row.tsx'
import type { BuilderSection } from './sections.ts'

export interface SectionCardProps {
  section: BuilderSection
  index: number
  /** Number of sections. */
  count: number
  /** Id of the field of this section that is being dragged, or edited. */
  draggedField: string | null
  editing: string | null
  editor: ReactNode
  /** Where a dragged field would be dropped: before this field, or at the end (null). */
  dropBefore: string | null | undefined
  /** Whether a dragged section would be dropped before this one. */
  dropHere: boolean
  dragged: boolean
  /** Whether the section was just created, so that its name is edited first. */
  isNew: boolean
  actions: ListActions
}

/** Estimated heights of a section header and a field row in px, until they are rendered. */
const HEADER_HEIGHT = 46
const ROW_HEIGHT = 53

const normalize = (name: string): string => cleanLine(name).toLowerCase()

/** Returns names used by several fields, which clients and reviewers could not tell apart. */
function duplicateNames(fields: BuilderSection['fields']): ReadonlySet<string> {
  const names = fields.map((field) => normalize(field.name))
  return new Set(names.filter((name, i) => names.indexOf(name) !== i))
}

/** Shows a section with its fields. */
export const SectionCard = memo(function SectionCard(props: SectionCardProps) {
  const { section, dropBefore, dropHere, dragged, actions, editing, draggedField, index: at, count } = props
  const [open, setOpen] = useState(true)
  const last = section.fields.length - 1
  const duplicates = duplicateNames(section.fields)
  return (
    <section
      data-section={section.key}
      aria-label={section.name}
      className={cx(
        // Sections outside the viewport are neither laid out nor painted.
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
              isFirst={at === 0 && index === 0}
              isLast={at === count - 1 && index === last}
              sameName={duplicates.has(normalize(field.name))}
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

function SectionHeader({ section, index, count, isNew, actions, open, onToggle }: SectionHeaderProps) {
  const [renaming, setRenaming] = useState(isNew)
  const header = useRef<HTMLDivElement>(null)
  const { key, name, fields } = section
  const finishRenaming = (byKeyboard: boolean): void => {
    setRenaming(false)
    // The text field disappears in the next render. A click elsewhere has already moved the focus.
    if (byKeyboard) requestAnimationFrame(() => header.current?.querySelector<HTMLElement>('[data-rename]')?.focus())
  }
  return (
    <div
      ref={header}
      className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-[inherit] bg-base-200/50 py-1.5 pr-2 pl-3"
    >
      <DragHandle item={{ kind: 'section', id: key }} actions={actions} />
      {renaming ? (
        <SectionName name={name} onRename={(to) => actions.renameSection(key, to)} onDone={finishRenaming} />
      ) : (
        <h3 className="min-w-0 flex-1 basis-48 text-sm">
          <button
            type="button"
            aria-expanded={open}
            onClick={onToggle}
            className="flex min-h-7 w-full cursor-pointer items-center gap-1.5 text-left font-semibold"
          >
            <ChevronRight className={cx('size-4 shrink-0', open && 'rotate-90')} />
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="ml-1 shrink-0 font-normal text-base-content/70 text-xs tabular-nums">
              {countOf(fields.length, 'field')}
            </span>
          </button>
        </h3>
      )}
      <SectionButtons {...{ section, index, count, actions }} onRename={() => setRenaming(true)} />
    </div>
  )
}

interface SectionButtonsProps extends Pick<SectionCardProps, 'section' | 'index' | 'count' | 'actions'> {
  onRename: () => void
}

function SectionButtons({ section: { key, name }, index, count, actions, onRename }: SectionButtonsProps) {
  return (
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
      <IconButton label={`New field in ${name}`} onClick={() => actions.newFieldIn(name)} icon={<Plus />} />
      <IconButton label={`Rename ${name}`} data-rename onClick={onRename} icon={<PencilLine />} />
      <IconButton label={`Remove all of ${name}`} onClick={() => actions.removeSection(key, name)} icon={<Trash2 />} />
    </div>
  )
}

/** Edits the name of a section. Enter or leaving the field saves it, Esc cancels. */
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
    const error = onRename(text)
    if (error) setProblem(error)
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
          // Cancel only the renaming, not the dialog.
          event.preventDefault()
          event.stopPropagation()
          onDone(true)
        }
      }}
    />
  )
}
