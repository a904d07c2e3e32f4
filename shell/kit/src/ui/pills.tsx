import { cx } from './class-names.tsx'
import { formatCount } from './count.tsx'

export interface Pill<T extends string> {
  value: T
  label: string
  count?: number | undefined
}

export interface PillsProps<T extends string> {
  /** Accessible name, such as 'Filter by status'. */
  label: string
  options: readonly Pill<T>[]
  value: T
  onChange: (value: T) => void
  className?: string | undefined
}

/** Renders filter buttons, one of which is pressed. */
export function Pills<T extends string>({ label, options, value, onChange, className }: PillsProps<T>) {
  return (
    <fieldset className={cx('flex flex-wrap gap-1.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={cx(
            'inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border px-3.5 py-1',
            'font-medium text-sm transition-colors',
            option.value === value
              ? 'border-base-content bg-base-content text-base-100'
              : 'border-base-content/20 bg-base-100 text-base-content/80 hover:bg-base-200 hover:text-base-content',
          )}
        >
          {option.label}
          {option.count === undefined ? null : (
            <span className="tabular-nums opacity-75">{formatCount(option.count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  )
}
