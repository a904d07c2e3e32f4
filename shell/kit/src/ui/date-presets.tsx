/** A date that is offered as a button. */
export interface DatePreset {
  label: string
  /** yyyy-mm-dd */
  day: string
}

export interface DatePresetsProps {
  presets: readonly DatePreset[]
  /** Id of the element that labels the date field. */
  labelId?: string | undefined
  value: string
  /** First and last allowed date, yyyy-mm-dd. Dates out of bounds are disabled. */
  min?: string | undefined
  max?: string | undefined
  disabled?: boolean | undefined
  onPick: (day: string) => void
}

/** Renders dates as buttons. */
export function DatePresets({ presets, labelId, value, min, max, disabled, onPick }: DatePresetsProps) {
  const isAllowed = (day: string): boolean => (!min || day >= min) && (!max || day <= max)
  return (
    <div className="flex flex-wrap gap-1.5">
      {presets.map(({ label, day }) => (
        <button
          key={label}
          type="button"
          // The field is named only in the description, so that a search for it by name finds one control.
          aria-describedby={labelId}
          aria-pressed={day === value}
          disabled={disabled || !isAllowed(day)}
          onClick={() => onPick(day)}
          className="btn btn-xs font-normal aria-pressed:btn-primary"
        >
          {label}
        </button>
      ))}
    </div>
  )
}
