import { useId } from 'react'
import { type FieldBase, GroupFrame } from './field-frame.tsx'

export interface CheckboxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** Keeps the label for screen readers only, as in the head of a table. */
  hideLabel?: boolean | undefined
  /** Some, but not all, of what it stands for is chosen. */
  mixed?: boolean | undefined
}

/** One checkbox with its label. */
export function Checkbox({ label, checked, onChange, disabled, hideLabel, mixed }: CheckboxProps) {
  return (
    <label className="flex min-h-6 cursor-pointer items-start gap-3 text-sm has-disabled:cursor-not-allowed has-disabled:opacity-60">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(input) => {
          if (input) input.indeterminate = mixed === true && !checked
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="checkbox checkbox-sm checked:checkbox-primary mt-px rounded-sm border-base-content/50"
      />
      <span className={hideLabel ? 'sr-only' : 'min-w-0 break-words'}>{label}</span>
    </label>
  )
}

export interface CheckboxGroupProps extends FieldBase {
  value: readonly string[]
  /** The chosen options, in the order in which they are offered. */
  onChange: (value: string[]) => void
  options: readonly string[]
  disabled?: boolean | undefined
}

/** Any number of choices out of a list. */
export function CheckboxGroup({ value, onChange, options, disabled, ...field }: CheckboxGroupProps) {
  const id = useId()
  return (
    <GroupFrame {...field} id={id}>
      <div className="grid grid-cols-1 gap-2.5">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={value.includes(option)}
            disabled={disabled}
            onChange={(checked) => onChange(options.filter((o) => (o === option ? checked : value.includes(o))))}
          />
        ))}
      </div>
    </GroupFrame>
  )
}
