import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { DayPicker, type Matcher } from 'react-day-picker'
import { listenForDismiss } from './listen-for-dismiss.tsx'

/** Local midnight of yyyy-mm-dd: the calendar thinks in local dates, the portal in texts. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

const two = (n: number): string => String(n).padStart(2, '0')
const toDay = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

/** Beside the anchor, inside the window: below it where there is room, else above. */
function place(panel: HTMLElement, anchor: HTMLElement): void {
  const frame = (anchor.parentElement ?? anchor).getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const below = frame.bottom + 6
  const top = below + height <= window.innerHeight - 8 ? below : Math.max(8, frame.top - height - 6)
  panel.style.top = `${top}px`
  panel.style.left = `${Math.max(8, Math.min(frame.right - width, window.innerWidth - width - 8))}px`
}

/** Today is marked, the chosen day is filled: daisyUI's own look does not tell them apart. */
const CLASSES = {
  today: '[&>button]:font-semibold [&>button]:text-primary',
  selected: '[&>button]:bg-primary [&>button]:font-semibold [&>button]:text-primary-content',
  weekday: 'size-9 font-normal text-base-content/75 text-xs',
}

/** '21 November 2026, Saturday': the name of a day begins with what is seen of it. */
function dayName(date: Date, { selected, today }: { selected?: boolean; today?: boolean }): string {
  const part = (options: Intl.DateTimeFormatOptions): string => new Intl.DateTimeFormat('en-US', options).format(date)
  const name = `${date.getDate()} ${part({ month: 'long' })} ${date.getFullYear()}, ${part({ weekday: 'long' })}`
  return `${name}${today ? ', today' : ''}${selected ? ', selected' : ''}`
}

export interface CalendarProps {
  /** The button it hangs on. */
  anchor: RefObject<HTMLElement | null>
  /** yyyy-mm-dd, or ''. */
  value: string
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
  /** Asked for by Esc, a press elsewhere, or the focus going elsewhere; `byKey` is true for Esc. */
  onClose: (byKey: boolean) => void
}

/** The panel as a native popover beside its button, and all that asks for its end. */
function usePanel({ anchor, onClose }: Pick<CalendarProps, 'anchor' | 'onClose'>) {
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useLayoutEffect(() => {
    const own = panel.current
    if (!own || !anchor.current) return
    const settle = (): void => {
      if (anchor.current) place(own, anchor.current)
    }
    own.showPopover?.()
    settle()
    const stop = listenForDismiss(own, anchor.current, (byKey) => latest.current(byKey))
    window.addEventListener('scroll', settle, true)
    window.addEventListener('resize', settle)
    return () => {
      stop()
      window.removeEventListener('scroll', settle, true)
      window.removeEventListener('resize', settle)
    }
  }, [anchor])
  return panel
}

/**
 * The calendar of a date field. It is a native popover: above any dialog, and still in place, inside the style scope of its
 * remote. Arrow keys move by day and week, Page Up and Down by month.
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
