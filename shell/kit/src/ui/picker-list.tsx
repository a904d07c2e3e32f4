import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'
import { Search } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { SINGLE_LINE } from './field-layout.tsx'
import { comboboxOf, leaveToDialog, type PickerOption, PickerOptions, type PickerSource } from './picker-options.tsx'
import { useSearchText } from './search-box.tsx'

export interface PickerListProps<T extends PickerOption> {
  label: string
  source: PickerSource<T>
  isPicked: (option: T) => boolean
  /** Called when an option is clicked, or Enter is pressed on it. */
  onPick: (option: T) => void
  /** Whether any number of options can be picked. */
  multiple?: boolean | undefined
  placeholder: string
  renderOption: (option: T) => ReactNode
  /** Shown when no option matches. */
  empty: ReactNode
  /** Shown above the options. */
  header?: ReactNode
  disabled?: boolean | undefined
}

const { stateChangeTypes } = useCombobox

/**
 * Keeps the highlighted option after a choice, so that the next key continues from there. Selects nothing: the caller
 * holds the choices.
 */
function keepPlace<T>(state: UseComboboxState<T>, { type, changes }: UseComboboxStateChangeOptions<T>) {
  const isPick = type === stateChangeTypes.ItemClick || type === stateChangeTypes.InputKeyDownEnter
  return isPick ? { ...changes, selectedItem: null, highlightedIndex: state.highlightedIndex } : changes
}

/** Renders a search field with a list of options that stays open: for several choices, or a choice with a preview. */
export function PickerList<T extends PickerOption>(props: PickerListProps<T>) {
  const { label, source, isPicked, onPick, multiple, placeholder, renderOption, empty, header, disabled } = props
  const id = useId()
  const search = useSearchText({ value: source.search, onChange: source.onSearch })
  const combobox = useCombobox<T>({
    ...comboboxOf(id, source),
    isOpen: true,
    stateReducer: keepPlace<T>,
  })
  // The events pick, not `onSelectedItemChange`: it misses a choice when the next change is rendered together with it.
  const pick = (option: T | undefined): void => {
    if (option && !disabled) onPick(option)
  }
  return (
    <div className="min-w-0">
      <label id={`${id}-label`} htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className={SINGLE_LINE}>
        <Search className="size-4 shrink-0 text-base-content/60" aria-hidden />
        <input
          {...combobox.getInputProps({
            disabled,
            placeholder,
            onChange: ({ currentTarget }) => search.type(currentTarget.value),
            onKeyDown: (event) => {
              const { key, nativeEvent } = event
              if (key === 'Escape') leaveToDialog(event)
              if (key === 'Enter' && !nativeEvent.isComposing) pick(source.options?.[combobox.highlightedIndex])
            },
          })}
          value={search.text}
          autoComplete="off"
          className="grow"
        />
      </div>
      <div className="mt-2 overflow-hidden rounded-field border border-base-300">
        {header}
        <PickerOptions
          source={source}
          combobox={combobox}
          isPicked={isPicked}
          onPick={pick}
          multiple={multiple}
          renderOption={renderOption}
          empty={empty}
        />
      </div>
    </div>
  )
}
