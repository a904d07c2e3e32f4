import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DayPicker, type Matcher } from 'react-day-picker'
import { listenForDismiss } from './listen-for-dismiss.tsx'

/** Returns local midnight of a yyyy-mm-dd date: the calendar works with `Date`, the portal with strings. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const two = (n: number): string => String(n).padStart(2, '0')
const toDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Places the panel below the anchor, or above it if there is no room below, within the window. */
function place(panel: HTMLElement, anchor: HTMLElement): void {
  const box = (anchor.parentElement ?? anchor).getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = box.bottom + 6
  const top = below + height <= window.innerHeight - 8 ? below : Math.max(8, box.top - height - 6)
  panel.style.top = `${top}px`
  panel.style.left = `${Math.max(8, Math.min(box.right - width, window.innerWidth - width - 8))}px`
}

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
  onPick: (day: string) => void
  /** Called on Escape, on a press outside, or when the focus leaves; `byKey` is true for Escape. */
  onClose: (byKey: boolean) => void
}

/** Opens the panel as a native popover next to its button, and closes it on the usual events. */
function usePanel({ anchor, onClose }: Pick<CalendarProps, 'anchor' | 'onClose'>) {
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !anchor.current) return
    const reposition = (): void => {
      if (anchor.current) place(element, anchor.current)
    }
    element.showPopover?.()
    reposition()
    const stop = listenForDismiss(element, anchor.current, (byKey) => latest.current(byKey))
    window.addEventListener('scroll', reposition, true)
    window.addEventListener('resize', reposition)
    return () => {
      stop()
      window.removeEventListener('scroll', reposition, true)
      window.removeEventListener('resize', reposition)
    }
  }, [anchor])
  return panel
}

/**
 * Renders the calendar of a date field. As a native popover it is above any dialog, yet inside the style scope of its
 * remote. Arrow keys move by day and week, Page Up and Page Down by month.
 */
export default function Calendar({ anchor, value, min, max, onPick, onClose }: CalendarProps) {
  const panel = usePanel({ anchor, onClose })
  const [month, setMonth] = useState(() => (value || min ? toDate(value || min || '') : new Date()))
  const disabled: Matcher[] = [...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]
  const [thisYear] = useState(() => new Date().getFullYear())
  return (
    <div
      ref={panel}
      popover="manual"
      role="dialog"
      aria-label="Choose a date"
      className="fixed inset-auto m-0 rounded-box border border-base-300 bg-base-100 p-2 text-base-content shadow-xl"
    >
      <DayPicker
        className="react-day-picker border-0 bg-transparent"
        classNames={CLASSES}
        labels={{ labelDayButton: dayName }}
        mode="single"
        autoFocus
        showOutsideDays
        captionLayout="dropdown"
        startMonth={min ? toDate(min) : new Date(thisYear - 100, 0)}
        endMonth={max ? toDate(max) : new Date(thisYear + 10, 11)}
        month={month}
        onMonthChange={setMonth}
        selected={value ? toDate(value) : undefined}
        disabled={disabled}
        onSelect={(date) => onPick(date ? toDay(date) : value)}
      />
    </div>
  )
}
