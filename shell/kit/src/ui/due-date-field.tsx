import { addDays, endOfMonth } from '@portal/contract/dates'
import { DateField, type DateFieldProps } from './date-field.tsx'

export interface DueDateFieldProps extends Omit<DateFieldProps, 'min' | 'presets'> {
  /** Today in the time zone of the person who chooses the date: the first allowed day. */
  today: string
}

/** Renders a date field for a due date, with usual dates as buttons. */
export function DueDateField({ today, ...field }: DueDateFieldProps) {
  const presets = [
    { label: '+7 days', day: addDays(today, 7) },
    { label: '+14 days', day: addDays(today, 14) },
    { label: 'End of month', day: endOfMonth(today) },
  ]
  return <DateField {...field} min={today} presets={presets} />
}
