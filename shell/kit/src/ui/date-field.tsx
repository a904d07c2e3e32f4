import { localeDate } from '@portal/contract/dates'
import { isDate } from '@portal/contract/fields'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { cx } from './class-names.tsx'
import { describedBy, type FieldBase, FieldLayout, ONE_LINE } from './field-layout.tsx'
import { Spinner } from './states.tsx'

const loadCalendar = () => import(/* webpackChunkName: "calendar" */ './calendar.tsx')
const Calendar = lazy(loadCalendar)

export interface DateFieldProps extends FieldBase {
  /** yyyy-mm-dd, or '' for none. */
  value: string
  /** Called with a whole date inside the bounds, or '' while there is none. */
  onChange: (value: string) => void
  /** First and last date that may be chosen, yyyy-mm-dd. */
  min?: string | undefined
  max?: string | undefined
  disabled?: boolean | undefined
  id?: string | undefined
  name?: string | undefined
}

function problemOf(text: string, min: string | undefined, max: string | undefined): string | undefined {
  if (text === '') return undefined
  if (!isDate(text)) return 'Please enter a valid date.'
  if (min !== undefined && text < min) return `Please choose ${localeDate(min)} or later.`
  return max !== undefined && text > max ? `Please choose ${localeDate(max)} or earlier.` : undefined
}

/** What stands in the control: as typed, until a value comes from elsewhere. Only a good date is passed on. */
function useDateText({ value, onChange, min, max }: Pick<DateFieldProps, 'value' | 'onChange' | 'min' | 'max'>) {
  const [text, setText] = useState(value)
  const [passed, setPassed] = useState(value)
  if (value !== passed) {
    setPassed(value)
    setText(value)
  }
  const take = (next: string): void => {
    const good = problemOf(next, min, max) === undefined ? next : ''
    setText(next)
    setPassed(good)
    if (good !== value) onChange(good)
  }
  return { text, take, problem: problemOf(text, min, max) }
}

interface PickerProps {
  /** Id of what names the date. */
  labelId: string
  value: string
  onPick: (day: string) => void
  min: string | undefined
  max: string | undefined
  disabled: boolean | undefined
}

/** The button with the calendar behind it, which is loaded when it is first wanted. */
function Picker({ labelId, value, onPick, disabled, ...bounds }: PickerProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        // Which date it is stands in the description: a person who looks for the field by its name must find one thing.
        aria-label="Open calendar"
        aria-describedby={labelId}
        aria-haspopup="dialog"
        aria-expanded={open}
        disabled={disabled}
        onPointerEnter={() => void loadCalendar()}
        onClick={() => setOpen(!open)}
        className="btn btn-ghost btn-square btn-sm"
      >
        <CalendarDays className="size-4" aria-hidden />
      </button>
      {open ? (
        <Suspense fallback={<Spinner label="Loading calendar" />}>
          <Calendar
            anchor={button}
            value={value}
            {...bounds}
            onClose={(byKey) => {
              setOpen(false)
              if (byKey) button.current?.focus()
            }}
            onPick={(day) => {
              onPick(day)
              setOpen(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/**
 * A calendar date: typed into the browser's own date control, or picked from a calendar. A date out of bounds is shown as
 * wrong and never passed on.
 */
export function DateField({
  value,
  onChange,
  min,
  max,
  disabled,
  id: given,
  name,
  error: told,
  ...field
}: DateFieldProps) {
  const own = useId()
  const id = given ?? own
  const { text, take, problem } = useDateText({ value, onChange, min, max })
  const error = problem ?? told
  return (
    <FieldLayout {...field} id={id} error={error}>
      <div className={cx(ONE_LINE, 'pr-1', error !== undefined && 'border-error')}>
        <input
          id={id}
          name={name}
          type="date"
          value={text}
          min={min}
          max={max ?? '9999-12-31'}
          disabled={disabled}
          onChange={(event) => take(event.target.value)}
          aria-required={field.required || undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, { ...field, error })}
          className="grow tabular-nums [&::-webkit-calendar-picker-indicator]:hidden"
        />
        <Picker
          labelId={`${id}-label`}
          value={isDate(text) ? text : ''}
          onPick={take}
          min={min}
          max={max}
          disabled={disabled}
        />
      </div>
    </FieldLayout>
  )
}
