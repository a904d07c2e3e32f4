import { useId } from 'react'
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
  /** Id of the help text. */
  describedBy?: string | undefined
}

/** Renders a checkbox with its label. */
export function Checkbox({ label, checked, onChange, disabled, hideLabel, mixed, describedBy }: CheckboxProps) {
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
        aria-describedby={describedBy}
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

export interface CheckboxGroupProps extends FieldBase {
  value: readonly string[]
  /** Called with the selected options in the order in which they are offered. */
  onChange: (value: string[]) => void
  options: readonly string[]
  disabled?: boolean | undefined
}

/** Renders a list of checkboxes. */
export function CheckboxGroup({ value, onChange, options, disabled, ...field }: CheckboxGroupProps) {
  const id = useId()
  const toggle = (option: string, checked: boolean): void =>
    onChange(options.filter((o) => (o === option ? checked : value.includes(o))))
  return (
    <FieldGroup {...field} id={id}>
      <div className="grid grid-cols-1 gap-2.5">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={value.includes(option)}
            disabled={disabled}
            onChange={(checked) => toggle(option, checked)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
