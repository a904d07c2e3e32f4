import { type RefObject, useState } from 'react'
import { DayPicker, type Matcher } from 'react-day-picker'
import { type DatePreset, DatePresets } from './date-presets.tsx'
import { Popover } from './popover.tsx'

/** Returns local midnight of a yyyy-mm-dd date: the calendar works with `Date`, the portal with strings. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const two = (n: number): string => String(n).padStart(2, '0')
const toDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Distinguishes today from the selected day; daisyUI's own styles do not. */
const CLASSES = {
  today: '[&>button]:font-semibold [&>button]:text-primary',
  selected: '[&>button]:bg-primary [&>button]:font-semibold [&>button]:text-primary-content',
  weekday: 'size-9 font-normal text-base-content/75 text-xs',
}

/** Returns the accessible name of a day, such as '21 November 2026, Saturday'. It starts with the visible number. */
function dayName(date: Date, { selected, today }: { selected?: boolean; today?: boolean }): string {
  const part = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en-US', options).format(date)
  const name = `${date.getDate()} ${part({ month: 'long' })} ${date.getFullYear()}, ${part({ weekday: 'long' })}`
  return `${name}${today ? ', today' : ''}${selected ? ', selected' : ''}`
}

export interface CalendarProps {
  /** The button that opens the calendar. */
  anchor: RefObject<HTMLElement | null>
  /** yyyy-mm-dd, or ''. */
  value: string
  min?: string | undefined
  max?: string | undefined
  presets: readonly DatePreset[]
  onPick: (day: string) => void
  onClose: () => void
}

/** Renders the calendar of a date field. Arrow keys move by day and week, Page Up and Page Down by month. */
export default function Calendar({ anchor, value, min, max, presets, onPick, onClose }: CalendarProps) {
  const [month, setMonth] = useState(() => (value || min ? toDate(value || min || '') : new Date()))
  const disabled: Matcher[] = [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]
  const [thisYear] = useState(() => new Date().getFullYear())
  const pick = (day: string): void => {
    onPick(day)
    onClose()
  }
  return (
    <Popover open onOpenChange={onClose} anchor={anchor} label="Choose a date" className="p-2">
      <DayPicker
        // daisyUI places the arrows 4 px above the month.
        className="react-day-picker border-0 bg-transparent [&_.rdp-nav]:top-2"
        classNames={CLASSES}
        labels={{ labelDayButton: dayName }}
        mode="single"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has opened the calendar
        autoFocus
        showOutsideDays
        // All months are equally high, so that the arrows stay under the pointer.
        fixedWeeks
        captionLayout="dropdown"
        startMonth={min ? toDate(min) : new Date(thisYear - 100, 0)}
        endMonth={max ? toDate(max) : new Date(thisYear + 10, 11)}
        month={month}
        onMonthChange={setMonth}
        selected={value ? toDate(value) : undefined}
        disabled={disabled}
        onSelect={(date) => pick(date ? toDay(date) : value)}
      />
      {presets.length > 0 ? (
        <div className="border-base-300 border-t px-1 pt-2">
          <DatePresets presets={presets} value={value} min={min} max={max} onPick={pick} />
        </div>
      ) : null}
    </Popover>
  )
}
