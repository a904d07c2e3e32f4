import { useId } from 'react'
import { describedBy, type FieldBase, FieldNote } from './field-layout.tsx'

export interface SwitchProps extends Pick<FieldBase, 'label' | 'help' | 'error' | 'className'> {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
}

/** Renders an on/off switch that takes effect immediately. */
export function Switch({ label, help, error, className, checked, onChange, disabled }: SwitchProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={describedBy(id, { help, error })}
          className="toggle toggle-sm checked:toggle-primary"
        />
        <span className="font-medium">{label}</span>
      </label>
      <FieldNote id={id} help={help} error={error} />
    </div>
  )
}
