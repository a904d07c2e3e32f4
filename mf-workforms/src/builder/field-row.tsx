import type { WorkformField } from '@portal/contract/fields'
import { IconButton } from '@portal/kit/ui/button'
import { countOf } from '@portal/kit/ui/count'
import { cx } from '@portal/kit/ui/class-names'
import { ArrowDown, ArrowUp, Copy, GripVertical, Pencil, Trash2, TriangleAlert } from 'lucide-react'
import { memo, type PointerEvent, type ReactNode } from 'react'
import { typeInfo } from './field-types.ts'
import type { DragItem } from './use-drag.ts'

/** Actions on fields and sections. Stable for the lifetime of the list. */
export interface ListActions {
  stepField: (id: string, by: 1 | -1) => void
  editField: (id: string | null) => void
  duplicateField: (id: string) => void
  removeField: (field: WorkformField) => void
  newFieldIn: (section: string) => void
  moveSection: (key: string, to: number) => void
  renameSection: (key: string, name: string) => string | undefined
  removeSection: (key: string, name: string) => void
  drag: (event: PointerEvent, item: DragItem) => void
}

export interface FieldRowProps {
  field: WorkformField
  /** Whether this is the first or the last field of the whole list. */
  isFirst: boolean
  isLast: boolean
  /** Whether another field of the section has the same name. */
  sameName: boolean
  dragged: boolean
  /** Whether the dragged item would be dropped before this field. */
  dropHere: boolean
  actions: ListActions
  /** Form of the field while it is edited. */
  editor: ReactNode
}

/** Shows the drag handle of a field or section. Keyboard users have buttons instead. */
export function DragHandle({ item, actions }: { item: DragItem; actions: ListActions }) {
  return (
    <span
      aria-hidden
      title="Drag to move"
      className={cx(
        '-my-1 -ml-1 grid h-8 w-6 shrink-0 cursor-grab touch-none place-items-center rounded-field',
        'text-base-content/60 hover:text-base-content active:cursor-grabbing',
      )}
      onPointerDown={(event) => actions.drag(event, item)}
    >
      <GripVertical className="size-4" />
    </span>
  )
}

const summarize = (field: WorkformField): string => {
  const { label } = typeInfo(field.type)
  const count = field.options?.length ?? 0
  if (count > 0) return `${label} · ${countOf(count, 'option')}`
  if (field.templateFile) return `${label} · ${field.templateFile.name}`
  return field.type === 'download-reupload' ? `${label} · no template yet` : label
}

/** Shows a field in the list. */
export const FieldRow = memo(function FieldRow({
  field,
  isFirst,
  isLast,
  sameName,
  dragged,
  dropHere,
  actions,
  editor,
}: FieldRowProps) {
  const Icon = typeInfo(field.type).icon
  return (
    <li
      data-field={field.id}
      className={cx(
        'relative scroll-my-5 last:rounded-b-[inherit]',
        dragged && 'opacity-40',
        dropHere && 'before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-primary',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 py-2 pr-2 pl-3">
        <DragHandle item={{ kind: 'field', id: field.id }} actions={actions} />
        <Icon className="size-4 shrink-0 text-base-content/60" />
        <div className="min-w-0 flex-1 basis-32">
          <p className="wrap-anywhere font-medium text-sm">
            {field.name}
            {field.required ? (
              <span className="ml-1.5 font-normal text-base-content/70 text-xs">
                {field.answerRequired ? 'Answer required' : 'Required'}
              </span>
            ) : null}
          </p>
          <p className="wrap-anywhere text-base-content/70 text-xs">{summarize(field)}</p>
          {sameName ? (
            <p className="mt-0.5 flex items-center gap-1 text-warning text-xs">
              <TriangleAlert className="size-3.5 shrink-0" />
              Another field in this section has the same name.
            </p>
          ) : null}
        </div>
        <RowButtons {...{ field, isFirst, isLast, actions }} editing={editor !== null} />
      </div>
      {editor}
    </li>
  )
})

interface RowButtonsProps extends Pick<FieldRowProps, 'field' | 'isFirst' | 'isLast' | 'actions'> {
  editing: boolean
}

function RowButtons({ field, isFirst, isLast, actions, editing }: RowButtonsProps) {
  return (
    <div className="ml-auto flex shrink-0 items-center">
      <MoveButton
        direction="up"
        name={field.name}
        id={field.id}
        off={isFirst}
        onMove={() => actions.stepField(field.id, -1)}
      />
      <MoveButton
        direction="down"
        name={field.name}
        id={field.id}
        off={isLast}
        onMove={() => actions.stepField(field.id, 1)}
      />
      <IconButton label={`Duplicate ${field.name}`} onClick={() => actions.duplicateField(field.id)} icon={<Copy />} />
      <IconButton
        label={`Edit ${field.name}`}
        aria-expanded={editing}
        onClick={() => actions.editField(editing ? null : field.id)}
        icon={<Pencil />}
      />
      <IconButton label={`Remove ${field.name}`} onClick={() => actions.removeField(field)} icon={<Trash2 />} />
    </div>
  )
}

export interface MoveButtonProps {
  direction: 'up' | 'down'
  /** Name and id of the moved item. The id is used to find the button after the move. */
  name: string
  id: string
  off: boolean
  onMove: () => void
}

/**
 * Moves an item by one place. Stays focusable at the ends, since a disabled button would lose the
 * focus.
 */
export function MoveButton({ direction, name, id, off, onMove }: MoveButtonProps) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <IconButton
      label={`Move ${name} ${direction}`}
      aria-disabled={off || undefined}
      className={off ? 'cursor-default opacity-35' : undefined}
      data-move={direction}
      data-for={id}
      onClick={() => (off ? undefined : onMove())}
      icon={<Icon />}
    />
  )
}
