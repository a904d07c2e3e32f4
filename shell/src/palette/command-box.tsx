import { SEARCH_MAX } from '@portal/contract/limits'
import { IconButton } from '@portal/kit/ui/button'
import { cx } from '@portal/kit/ui/class-names'
import { SINGLE_LINE } from '@portal/kit/ui/field-layout'
import { leaveToDialog } from '@portal/kit/ui/picker-options'
import { useCombobox } from 'downshift'
import { ArrowLeft, Search, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { Entry, EntryGroup } from './entries.ts'
import { EntryList, type EntryListProps } from './entry-list.tsx'

export interface CommandBoxProps extends Pick<EntryListProps, 'onActions'> {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  groups: readonly EntryGroup[]
  /** Whether lines will be added above, so that none is highlighted yet. */
  isUnsettled?: boolean
  /** Key of the line that is highlighted first, if it is there. */
  initial?: string | undefined
  onPick: (entry: Entry) => void
  /** Returns to the list that this one belongs to. */
  onBack?: (() => void) | undefined
  onClose: () => void
  /** Shown below the lines. */
  children?: ReactNode
}

const { stateChangeTypes } = useCombobox

/** Returns whether the caret is at the start or end of the text. */
function isCaretAt(end: 'start' | 'end', { selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === selectionEnd && selectionStart === (end === 'start' ? 0 : value.length)
}

/** Controls the search field and its lines. The first line is highlighted until the person moves to another. */
function useCommandBox({ text, onText, groups, isUnsettled, initial, onPick, onActions, onBack }: CommandBoxProps) {
  const id = useId()
  const [chosen, setChosen] = useState(initial)
  const items = groups.flatMap(({ entries }) => [...entries])
  const chosenIndex = items.findIndex(({ key }) => key === chosen)
  const highlightedIndex = chosenIndex >= 0 ? chosenIndex : isUnsettled || items.length === 0 ? -1 : 0
  const highlighted = items[highlightedIndex]
  const combobox = useCombobox<Entry>({
    inputId: id,
    labelId: `${id}-label`,
    items,
    isOpen: true,
    selectedItem: null,
    highlightedIndex,
    itemToString: (entry) => entry?.label ?? '',
    itemToKey: (entry) => entry?.key,
    scrollIntoView: (node) => node?.scrollIntoView({ block: 'nearest' }),
    onHighlightedIndexChange: ({ highlightedIndex: index, type }) => {
      // When the pointer leaves the list, the highlighted line stays.
      if (index >= 0 && type !== stateChangeTypes.InputChange) setChosen(items[index]?.key)
    },
    onSelectedItemChange: ({ selectedItem, type }) => {
      const isPick = type === stateChangeTypes.ItemClick || type === stateChangeTypes.InputKeyDownEnter
      if (isPick && selectedItem) onPick(selectedItem)
    },
  })
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const { key, shiftKey, currentTarget } = event
    if (key === 'Escape') leaveToDialog(event)
    const isForward = (key === 'Tab' && !shiftKey) || (key === 'ArrowRight' && isCaretAt('end', currentTarget))
    const isBack = (key === 'Backspace' && text === '') || (key === 'ArrowLeft' && isCaretAt('start', currentTarget))
    const act = isForward && highlighted?.actions ? () => onActions?.(highlighted) : isBack ? onBack : undefined
    if (!act) return
    event.preventDefault()
    act()
  }
  // The search field of the previous list had the focus.
  useEffect(() => document.getElementById(id)?.focus(), [id])
  const input = combobox.getInputProps({
    onKeyDown,
    onChange: ({ currentTarget }) => {
      setChosen(undefined)
      onText(currentTarget.value)
    },
  })
  return { id, combobox, input: { ...input, value: text } }
}

/** Renders a search field with a list of lines below it. */
export function CommandBox(props: CommandBoxProps) {
  const { label, placeholder, groups, onActions, onBack, onClose, children } = props
  const { id, combobox, input } = useCommandBox(props)
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-base-300 border-b p-3">
        {onBack ? <IconButton label="Back" onClick={onBack} className="-ml-1" icon={<ArrowLeft />} /> : null}
        <label id={`${id}-label`} htmlFor={id} className="sr-only">
          {label}
        </label>
        <div className={cx(SINGLE_LINE, 'min-w-0 grow sm:text-base')}>
          <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
          <input
            {...input}
            data-autofocus
            maxLength={SEARCH_MAX}
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={placeholder}
            className="grow"
          />
        </div>
        <IconButton label="Close" onClick={onClose} className="-mr-1" icon={<X />} />
      </div>
      <div
        role="presentation"
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
        // A press on the list or its scroll bar keeps the focus in the field.
        onMouseDown={(event) => {
          if (!(event.target instanceof Element && event.target.closest('button'))) event.preventDefault()
        }}
      >
        <EntryList groups={groups} combobox={combobox} onActions={onActions} />
        {children}
      </div>
    </>
  )
}
