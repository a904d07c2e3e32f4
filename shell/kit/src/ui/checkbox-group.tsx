import { memo, useCallback, useId, useLayoutEffect, useRef } from 'react'
import { type FieldBase, FieldGroup } from './field-layout.tsx'
import { cx } from './class-names.tsx'

export interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** Hides the label visually, as in a table header. */
  hideLabel?: boolean | undefined
  /** True when some, but not all, of its items are selected. */
  mixed?: boolean | undefined
}

/** Renders a checkbox with its label. */
export function Checkbox({ label, checked, onChange, disabled, hideLabel, mixed }: CheckboxProps) {
  return (
    <label
      className={cx(
        'flex min-h-6 cursor-pointer items-start gap-3 text-sm has-disabled:cursor-not-allowed',
        'has-disabled:opacity-60',
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={
          mixed === undefined
            ? undefined
            : (input) => {
                if (input) input.indeterminate = mixed && !checked
              }
        }
        onChange={(event) => onChange(event.target.checked)}
        className="checkbox checkbox-sm checked:checkbox-primary mt-px rounded-sm border-base-content/50"
      />
      <span className={hideLabel ? 'sr-only' : 'min-w-0 wrap-anywhere'}>{label}</span>
    </label>
  )
}

interface ChoiceProps extends Pick<CheckboxProps, 'checked' | 'disabled'> {
  option: string
  onToggle: (option: string, on: boolean) => void
}

const Choice = memo(function Choice({ option, onToggle, ...box }: ChoiceProps) {
  return <Checkbox label={option} {...box} onChange={(on) => onToggle(option, on)} />
})

export interface CheckboxGroupProps extends FieldBase {
  value: readonly string[]
  /** Called with the selected options in the order in which they are offered. */
  onChange: (value: string[]) => void
  options: readonly string[]
  disabled?: boolean | undefined
}

/** Renders a list of checkboxes. A change re-renders only its own checkbox. */
export function CheckboxGroup({ value, onChange, options, disabled, ...field }: CheckboxGroupProps) {
  const id = useId()
  const latest = useRef({ value, onChange, options })
  useLayoutEffect(() => {
    latest.current = { value, onChange, options }
  })
  const toggle = useCallback((option: string, on: boolean) => {
    const { value: before, onChange: notify, options: all } = latest.current
    notify(all.filter((o) => (o === option ? on : before.includes(o))))
  }, [])
  return (
    <FieldGroup {...field} id={id}>
      <div className="grid grid-cols-1 gap-2.5">
        {options.map((option) => (
          <Choice key={option} option={option} checked={value.includes(option)} disabled={disabled} onToggle={toggle} />
        ))}
      </div>
    </FieldGroup>
  )
}
