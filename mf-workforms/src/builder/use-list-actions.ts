import { isBlank } from '@portal/contract/text'
import { type Dispatch, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { ListActions } from './field-row.tsx'
import { sectionNamed } from './sections.ts'
import type { BuilderAction, BuilderState } from './state.ts'
import { newId } from './use-builder.ts'
import { type Drag, type DragItem, type DropPlace, useDrag } from './use-drag.ts'

/** Callbacks of the list. */
export interface ListEvents {
  editField: (id: string | null) => void
  newFieldIn: (section: string) => void
}

interface AfterMove {
  id: string
  direction: 'up' | 'down' | null
}

/** Describes a move for screen readers: 'Moved X to position 2 of 5 in Documents.' */
function describeMove(state: BuilderState, id: string): string {
  const sectionAt = state.sections.findIndex((section) => section.key === id)
  if (sectionAt >= 0)
    return `Moved section ${state.sections[sectionAt]?.name} to position ${sectionAt + 1} of ${state.sections.length}.`
  for (const { name, fields } of state.sections) {
    const at = fields.findIndex((field) => field.id === id)
    if (at >= 0) return `Moved ${fields[at]?.name} to position ${at + 1} of ${fields.length} in ${name}.`
  }
  return ''
}

/** Restores the focus on the clicked button, which the move may have rendered again. */
function refocus(root: Element | null, { id, direction }: AfterMove): void {
  const buttons = [...(root?.querySelectorAll<HTMLElement>(`[data-move=${direction}]`) ?? [])]
  buttons.find((button) => button.dataset['for'] === id)?.focus()
}

/** Writes to the DOM directly, so that an announcement does not render the whole step. */
function announce(live: RefObject<HTMLElement | null>, text: string): void {
  if (live.current) live.current.textContent = text
}

export interface FieldList {
  actions: ListActions
  drag: Drag
}

/**
 * Returns the actions of the list, by button and by dragging, with focus management and
 * announcements.
 * @param live the live region for screen readers
 */
export function useListActions(
  root: RefObject<HTMLElement | null>,
  live: RefObject<HTMLElement | null>,
  state: BuilderState,
  dispatch: Dispatch<BuilderAction>,
  events: ListEvents,
): FieldList {
  const after = useRef<AfterMove | null>(null)
  const latest = useRef({ state, events })
  useLayoutEffect(() => {
    latest.current = { state, events }
    const moved = after.current
    after.current = null
    if (!moved) return
    announce(live, describeMove(state, moved.id))
    if (moved.direction) refocus(root.current, moved)
  }, [state, events, root, live])
  const drag = useDrag(root, (item: DragItem, { section, before }: DropPlace) => {
    after.current = { id: item.id, direction: null }
    if (item.kind === 'field') dispatch({ type: 'move-field', id: item.id, section, before })
    else dispatch({ type: 'move-section', key: item.id, to: targetIndex(latest.current.state, item.id, before) })
  })
  const { start } = drag
  const actions = useMemo(
    (): ListActions => ({
      stepField: (id, by) => {
        after.current = { id, direction: by < 0 ? 'up' : 'down' }
        dispatch({ type: 'step-field', id, by })
      },
      moveSection: (key, to) => {
        const from = latest.current.state.sections.findIndex((section) => section.key === key)
        after.current = { id: key, direction: to < from ? 'up' : 'down' }
        dispatch({ type: 'move-section', key, to })
      },
      editField: (id) => latest.current.events.editField(id),
      newFieldIn: (section) => latest.current.events.newFieldIn(section),
      duplicateField: (id) => dispatch({ type: 'duplicate-field', id, newId: newId() }),
      removeField: ({ id, name }) => {
        dispatch({ type: 'remove-field', id })
        announce(live, `Removed ${name}.`)
      },
      renameSection: (key, name) => {
        if (isBlank(name)) return 'Please enter a section name.'
        if (sectionNamed(latest.current.state.sections, name, key)) return 'There is already a section with this name.'
        dispatch({ type: 'rename-section', key, name })
        return undefined
      },
      removeSection: (key, name) => {
        dispatch({ type: 'remove-section', key })
        announce(live, `Removed section ${name}.`)
      },
      drag: start,
    }),
    [dispatch, start, live],
  )
  return { actions, drag }
}

/** Returns the index of a section that is dropped before another one, or at the end. */
function targetIndex(state: BuilderState, key: string, before: string | null): number {
  const from = state.sections.findIndex((section) => section.key === key)
  const at = before === null ? state.sections.length : state.sections.findIndex((section) => section.key === before)
  // Removing the section shifts all following ones by one.
  return at > from ? at - 1 : at
}
