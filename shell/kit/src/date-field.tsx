import { localeDate } from '@portal/contract/dates'
import { isDate } from '@portal/contract/fields'
import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { cx } from './class-names.tsx'
import { CONTROL, describedBy, type FieldBase, FieldFrame } from './field-frame.tsx'
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

/**
 * A calendar date: typed into the browser's own date control, or picked from a calendar that is loaded when it is first
 * wanted. A date out of bounds is shown as wrong and never passed on.
 */
export function DateField({ value, onChange, min, max, disabled, id: given, name, error, ...field }: DateFieldProps) {
  const own = useId()
  const id = given ?? own
  const [text, setText] = useState(value)
  const [passed, setPassed] = useState(value)
  const [open, setOpen] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // What is being typed stays as it is; a value that comes from elsewhere replaces it.
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
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const shownError = problemOf(text, min, max) ?? error
  return (
    <FieldFrame {...field} id={id} error={shownError}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc and leaving close what the button opened */}
      <div
        className="relative"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !open) return
          // Only the calendar closes, not the dialog around it.
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
        onBlur={(event) => {
          if (open && event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false)
        }}
      >
        <div className={cx('input pr-1', CONTROL, shownError && 'border-error')}>
          <input
            ref={input}
            id={id}
            name={name}
            type="date"
            value={text}
            min={min}
            max={max ?? '9999-12-31'}
            disabled={disabled}
            onChange={(event) => take(event.target.value)}
            aria-required={field.required || undefined}
            aria-invalid={shownError ? true : undefined}
            aria-describedby={describedBy(id, { help: field.help, error: shownError })}
            className="grow tabular-nums [&::-webkit-calendar-picker-indicator]:hidden"
          />
          <button
            ref={button}
            type="button"
            aria-label="Open calendar"
            aria-expanded={open}
            disabled={disabled}
            onPointerEnter={() => void loadCalendar()}
            onClick={() => setOpen(!open)}
            className="btn btn-ghost btn-square btn-sm"
          >
            <CalendarDays className="size-4" aria-hidden />
          </button>
        </div>
        {open ? (
          <Suspense fallback={<Spinner className="absolute top-12 right-3" label="Loading calendar" />}>
            <Calendar
              anchor={button}
              value={isDate(text) ? text : ''}
              min={min}
              max={max}
              onClose={() => setOpen(false)}
              onPick={(day) => {
                take(day)
                close()
              }}
            />
          </Suspense>
        ) : null}
      </div>
    </FieldFrame>
  )
}
