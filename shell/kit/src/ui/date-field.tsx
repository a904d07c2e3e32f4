import { INCOMPLETE_DATE, INVALID_DATE, localeDate } from '@portal/contract/dates'
import { isDate } from '@portal/contract/dates'
import { CalendarDays } from 'lucide-react'
import { type Ref, type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { cx } from './class-names.tsx'
import { type DatePreset, DatePresets } from './date-presets.tsx'
import { ariaOf, type FieldBase, FieldLayout, SINGLE_LINE, useControlId } from './field-layout.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const Calendar = lazyDialog(() => import(/* webpackChunkName: "calendar" */ './calendar.tsx'), 'default')

export interface DateFieldProps extends FieldBase {
  /** yyyy-mm-dd, or '' for none. */
  value: string
  /** Called with a complete date within the bounds, or '' while there is none. */
  onChange: (value: string) => void
  /** Passes on `INCOMPLETE_DATE` instead of '' while what is typed is not a date. Needed where the date is optional. */
  passIncomplete?: boolean | undefined
  /** First and last allowed date, yyyy-mm-dd. */
  min?: string | undefined
  max?: string | undefined
  /** Dates offered as buttons below the field, or with `compact` in the calendar. */
  presets?: readonly DatePreset[] | undefined
  compact?: boolean | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
}

function problemOf(text: string, min: string | undefined, max: string | undefined): string | undefined {
  if (text === '') return undefined
  if (!isDate(text)) return INVALID_DATE
  if (min !== undefined && text < min) return `Please choose ${localeDate(min)} or later.`
  return max !== undefined && text > max ? `Please choose ${localeDate(max)} or earlier.` : undefined
}

type DateTextProps = Pick<DateFieldProps, 'value' | 'onChange' | 'passIncomplete' | 'min' | 'max' | 'error'>

/**
 * Holds the text of the control until the value changes from outside: `INCOMPLETE_DATE` while what is typed is not a
 * date. Passes on valid dates only.
 */
function useDateText({ value, onChange, passIncomplete, min, max, error }: DateTextProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const [left, setLeft] = useState(false)
  if (value !== known) {
    setKnown(value)
    setText(value)
  }
  const accept = (next: string): void => {
    const isValid = problemOf(next, min, max) === undefined
    const valid = isValid || (passIncomplete && next === INCOMPLETE_DATE) ? next : ''
    setText(next)
    setKnown(valid)
    if (valid !== value) onChange(valid)
  }
  // The control of a restored draft is empty: browsers do not keep what was typed in part.
  const begin = useEffectEvent(() => {
    if (value === INCOMPLETE_DATE) onChange('')
  })
  useEffect(() => begin(), [])
  /** Reads the control. Its value is empty while it holds part of a date, and typing that raises no event. */
  const read = ({ currentTarget: { validity, value: typed } }: SyntheticEvent<HTMLInputElement>): void => {
    const next = validity.badInput ? INCOMPLETE_DATE : typed
    if (next !== text) accept(next)
  }
  const leave = (event: SyntheticEvent<HTMLInputElement>): void => {
    read(event)
    setLeft(true)
  }
  const date = isDate(text) ? text : ''
  // Not while the first date is being typed.
  const problem = date !== '' || left || error !== undefined ? problemOf(text, min, max) : undefined
  return { date, accept, handlers: { onChange: read, onKeyUp: read, onBlur: leave }, error: problem ?? error }
}

/** Renders the button that opens the calendar, which is loaded when it is first needed. */
function CalendarButton({
  ref,
  labelId,
  open,
  onToggle,
  disabled,
}: {
  ref: Ref<HTMLButtonElement>
  /** Id of the element that labels the date. */
  labelId: string
  open: boolean
  onToggle: () => void
  disabled: boolean | undefined
}) {
  return (
    <button
      ref={ref}
      type="button"
      // The field is named only in the description, so that a search for it by name finds one control.
      aria-label="Open calendar"
      aria-describedby={labelId}
      aria-haspopup="dialog"
      aria-expanded={open}
      disabled={disabled}
      onPointerEnter={Calendar.load}
      onClick={onToggle}
      className="btn btn-ghost btn-square btn-sm"
    >
      <CalendarDays className="size-4" aria-hidden />
    </button>
  )
}

/**
 * Renders a date field: typed into the browser's date control or picked from a calendar. A date out of bounds is shown
 * as an error and never passed on.
 */
export function DateField({ presets = [], compact, id: given, name, ...props }: DateFieldProps) {
  const { value: _, onChange: __, passIncomplete: ___, min, max, disabled, ...field } = props
  const id = useControlId(given)
  const { date, accept, handlers, error } = useDateText(props)
  const [open, setOpen] = useState(false)
  const picking = { min, max, onPick: accept }
  const button = useRef<HTMLButtonElement>(null)
  return (
    <FieldLayout {...field} id={id} error={error}>
      <div className={cx(SINGLE_LINE, 'pr-1', error !== undefined && 'border-error')}>
        <input
          id={id}
          name={name}
          type="date"
          value={date}
          min={min}
          max={max ?? '9999-12-31'}
          disabled={disabled}
          {...handlers}
          {...ariaOf(id, { ...field, error })}
          className="grow tabular-nums [&::-webkit-calendar-picker-indicator]:hidden"
        />
        <CalendarButton
          ref={button}
          labelId={`${id}-label`}
          open={open}
          onToggle={() => setOpen(!open)}
          disabled={disabled}
        />
      </div>
      {presets.length > 0 && !compact ? (
        <div className="mt-1.5">
          <DatePresets {...picking} presets={presets} labelId={`${id}-label`} value={date} disabled={disabled} />
        </div>
      ) : null}
      {open ? (
        <Calendar
          {...picking}
          anchor={button}
          value={date}
          presets={compact ? presets : []}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </FieldLayout>
  )
}
