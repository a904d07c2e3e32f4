import type { UseComboboxReturnValue } from 'downshift'
import { Check } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from './class-names.tsx'
import { LoadMore, type LoadMoreProps } from './pagination.tsx'
import { SkeletonRows } from './states.tsx'

/** Something that can be picked. */
export interface PickerOption {
  id: string
  name: string
}

/** Options of a picker. The caller loads those that match the search, page by page. */
export interface PickerSource<T extends PickerOption> {
  /** Undefined while loading. */
  options: readonly T[] | undefined
  /** Whether the options belong to the previous search. */
  stale: boolean
  more: Pick<LoadMoreProps, 'hasMore' | 'loading' | 'onMore' | 'auto'>
  /** The search, and what receives it when typing pauses. */
  search: string
  onSearch: (search: string) => void
}

/** Leaves a key to the dialog around the picker: downshift would prevent that Escape closes it. */
export function leaveToDialog({ nativeEvent }: KeyboardEvent): void {
  Object.assign(nativeEvent, { preventDownshiftDefault: true })
}

/** Returns what all pickers pass to `useCombobox`. @param id id of the search field */
export const comboboxOf = <T extends PickerOption>(id: string, { options = [] }: PickerSource<T>) => ({
  inputId: id,
  labelId: `${id}-label`,
  items: [...options],
  itemToString: (option: T | null) => option?.name ?? '',
  itemToKey: (option: T | null) => option?.id,
  scrollIntoView: (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' }),
})

interface PickerOptionsProps<T extends PickerOption> {
  source: PickerSource<T>
  /** The combobox that controls the list. */
  combobox: Pick<UseComboboxReturnValue<T>, 'getMenuProps' | 'getItemProps' | 'highlightedIndex'>
  isPicked: (option: T) => boolean
  /** Called when an option is clicked. */
  onPick?: ((option: T) => void) | undefined
  /** Whether any number of options can be picked. */
  multiple?: boolean | undefined
  renderOption: (option: T) => ReactNode
  /** Shown when no option matches. */
  empty: ReactNode
  hidden?: boolean | undefined
}

/** Renders the options below the search field. The field keeps the focus and handles the keys. */
export function PickerOptions<T extends PickerOption>({ source, hidden, empty, ...list }: PickerOptionsProps<T>) {
  const { combobox, multiple } = list
  const { options, stale, more } = source
  return (
    <div
      role="presentation"
      className={cx('-outline-offset-2 max-h-80 overflow-y-auto', stale && 'opacity-60', hidden && 'hidden')}
      // A press on the list or its scroll bar keeps the focus in the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div {...combobox.getMenuProps({ 'aria-label': 'Options', 'aria-multiselectable': multiple || undefined })}>
        {hidden ? null : options?.map((option, index) => <Option key={option.id} {...list} {...{ option, index }} />)}
      </div>
      {hidden ? null : (
        <>
          {options === undefined ? <SkeletonRows rows={3} label="Loading" /> : null}
          {options?.length === 0 ? (
            <div role="status" className="px-4 py-6 text-center text-base-content/70 text-sm">
              {empty}
            </div>
          ) : null}
          <LoadMore {...more} />
        </>
      )}
    </div>
  )
}

interface OptionProps<T extends PickerOption> extends Omit<PickerOptionsProps<T>, 'source' | 'empty' | 'hidden'> {
  option: T
  index: number
}

function Option<T extends PickerOption>(props: OptionProps<T>) {
  const { option, index, combobox, isPicked, onPick, multiple, renderOption } = props
  const picked = isPicked(option)
  const check = <Check className={cx('size-3.5', !picked && 'invisible')} aria-hidden />
  return (
    <div
      {...combobox.getItemProps({ item: option, index, onClick: () => onPick?.(option) })}
      role="option"
      tabIndex={-1}
      aria-selected={picked}
      className={cx(
        'flex cursor-pointer items-start gap-3 border-base-300 border-b px-3.5 py-2.5 text-sm last:border-b-0',
        picked && 'bg-primary/5',
        index === combobox.highlightedIndex && 'bg-base-200 forced-colors:outline-2',
      )}
    >
      {multiple ? (
        <span
          className={cx(
            'mt-px grid size-5 shrink-0 place-items-center rounded-sm border',
            picked ? 'border-primary bg-primary text-primary-content' : 'border-base-content/50',
          )}
        >
          {check}
        </span>
      ) : null}
      {renderOption(option)}
      {multiple ? null : <span className="mt-1 shrink-0 text-primary">{check}</span>}
    </div>
  )
}
