import type { WorkformSummary } from '@portal/contract/workforms'
import { cx } from '@portal/kit/ui/class-names'
import { FieldLayout } from '@portal/kit/ui/field-layout'
import { Check, ChevronDown } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useSelectKeys } from './select-keys.ts'
import { fieldCount, WorkformOption } from './workform-option.tsx'

export interface WorkformSelectProps {
  label: string
  options: readonly WorkformSummary[]
  /** Id of the chosen workform. */
  value: string | undefined
  onChange: (workform: WorkformSummary) => void
  placeholder: string
  disabled?: boolean | undefined
}

/**
 * Shows a dropdown whose options have more than a name: a select-only combobox (WAI-ARIA pattern).
 * The list opens inline, so that a dialog cannot clip it.
 */
export function WorkformSelect({ label, options, value, onChange, placeholder, disabled }: WorkformSelectProps) {
  const keys = useSelectKeys(options, value, onChange)
  const { id, open, active } = keys
  const chosen = options.find((o) => o.id === value)
  return (
    <FieldLayout id={id} label={label} required>
      <button
        id={id}
        type="button"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        aria-required
        disabled={disabled}
        onClick={keys.toggle}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.close}
        className={cx(
          'input h-auto min-h-10 w-full cursor-pointer justify-between gap-3 whitespace-normal border-base-content/50',
          'bg-base-100 py-2 text-left text-base disabled:cursor-not-allowed sm:text-sm',
        )}
      >
        {chosen ? (
          <span className="min-w-0 wrap-anywhere">
            {chosen.name} <span className="text-base-content/70">· {fieldCount(chosen.field_count)}</span>
          </span>
        ) : (
          <span className="text-base-content/70">{placeholder}</span>
        )}
        <ChevronDown
          className={cx('size-4 shrink-0 text-base-content/60 transition-transform', open && 'rotate-180')}
        />
      </button>
      {open ? (
        <Options
          id={id}
          label={label}
          options={options}
          value={value}
          active={active}
          onActive={keys.setActive}
          onPick={keys.pick}
        />
      ) : null}
    </FieldLayout>
  )
}

interface OptionsProps extends Pick<WorkformSelectProps, 'label' | 'options' | 'value'> {
  id: string
  /** Index of the option that Enter selects. */
  active: number
  onActive: (index: number) => void
  onPick: (workform: WorkformSummary) => void
}

/**
 * Shows the open list. The combobox keeps the focus, handles the keys, and names the active option.
 */
function Options({ id, label, options, value, active, onActive, onPick }: OptionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="mt-1.5 max-h-72 overflow-y-auto rounded-field border border-base-300 bg-base-100 p-1 shadow-lg"
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
        <div
          key={option.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === value}
          onPointerMove={() => onActive(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          className={cx(
            'flex cursor-pointer items-start gap-2 rounded-field px-3 py-2.5 text-sm',
            index === active && 'bg-base-200 forced-colors:outline-2',
          )}
        >
          <WorkformOption workform={option} />
          <Check className={cx('mt-0.5 size-4 shrink-0 text-primary', option.id !== value && 'invisible')} />
        </div>
      ))}
    </div>
  )
}
