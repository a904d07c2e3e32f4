import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { ChevronDown, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './class-names.tsx'
import { ariaOf, type FieldBase, FieldLayout, SINGLE_LINE, useControlId } from './field-layout.tsx'
import { comboboxOf, leaveToDialog, type PickerOption, PickerOptions, type PickerSource } from './picker-options.tsx'
import { useSearchText } from './search-box.tsx'

export interface PickerProps<T extends PickerOption> extends FieldBase {
  source: PickerSource<T>
  value: T | null
  onChange: (option: T) => void
  /** If set, the choice can be removed. */
  onClear?: (() => void) | undefined
  placeholder: string
  renderOption: (option: T) => ReactNode
  /** Shown when no option matches. */
  empty: ReactNode
  disabled?: boolean | undefined
  id?: string | undefined
}

const { stateChangeTypes } = useCombobox

/** Keeps the choice when the field is left or Escape is pressed; downshift would pick or remove an option. */
function keepChoice<T>(state: UseComboboxState<T>, { type, changes }: UseComboboxStateChangeOptions<T>) {
  const isCancel = type === stateChangeTypes.InputBlur || type === stateChangeTypes.InputKeyDownEscape
  return isCancel ? { ...changes, selectedItem: state.selectedItem, isOpen: false } : changes
}

/** Controls the field: it shows the search while the list is open, and the choice otherwise. */
function usePicker<T extends PickerOption>(id: string, { source, value, onChange }: PickerProps<T>) {
  const search = useSearchText({ value: source.search, onChange: source.onSearch })
  const combobox = useCombobox<T>({
    ...comboboxOf(id, source),
    selectedItem: value,
    defaultHighlightedIndex: 0,
    stateReducer: keepChoice<T>,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChange(selectedItem)
    },
    // The next search starts with all options.
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) search.pass('')
    },
  })
  return { combobox, search }
}

/** Renders a searchable dropdown. The list opens in place, so that a dialog cannot clip it. */
export function Picker<T extends PickerOption>(props: PickerProps<T>) {
  const { source, value, onChange: _, onClear, placeholder, renderOption, empty, disabled, id: given, ...field } = props
  const id = useControlId(given)
  const { combobox, search } = usePicker(id, props)
  const { isOpen } = combobox
  const shown = isOpen ? search.text : (value?.name ?? '')
  return (
    <FieldLayout {...field} id={id}>
      <div className={cx(SINGLE_LINE, 'pr-2', field.error !== undefined && 'border-error')}>
        <input
          {...combobox.getInputProps({
            disabled,
            placeholder: value?.name ?? placeholder,
            // Typing in the closed field adds to the name of the choice, which is not part of the search.
            onChange: ({ currentTarget: { value: text } }) => search.type(isOpen ? text : text.replace(shown, '')),
            // Escape closes only the list if it is open, and the dialog around it otherwise.
            onKeyDown: (event) => {
              if (event.key === 'Escape' && !isOpen) leaveToDialog(event)
            },
          })}
          {...ariaOf(id, field)}
          value={shown}
          autoComplete="off"
          className="grow text-ellipsis"
        />
        {value && onClear && !disabled ? (
          <button
            type="button"
            aria-label={`Remove ${value.name}`}
            className="cursor-pointer rounded-field p-1 text-base-content/70 hover:text-base-content"
            onClick={onClear}
          >
            <X className="size-4" aria-hidden />
          </button>
        ) : null}
        <ChevronDown
          className={cx('pointer-events-none size-4 shrink-0 text-base-content/60', isOpen && 'rotate-180')}
          aria-hidden
        />
      </div>
      <div className={cx(isOpen && 'mt-1.5 rounded-field border border-base-300 bg-base-100 shadow-lg')}>
        <PickerOptions
          source={source}
          combobox={combobox}
          isPicked={(option) => option.id === value?.id}
          renderOption={renderOption}
          empty={empty}
          hidden={!isOpen}
        />
      </div>
    </FieldLayout>
  )
}
