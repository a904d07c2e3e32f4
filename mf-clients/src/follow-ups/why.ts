import type { FollowUp } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'

const days = (n: number): string => (n === 1 ? '1 day' : `${n} days`)

function when(day: string, due: string): string {
  const left = daysBetween(day, due)
  if (left === 0) return 'is due that day'
  return left > 0 ? `is due ${days(left)} later` : `is ${days(-left)} overdue`
}

/** Why there is a follow-up on its day: one line for each workform it is about. */
export function whyLines({ day, kind, about }: FollowUp): string[] {
  return about.map((a) => {
    const open = `${a.open} ${a.open === 1 ? 'section' : 'sections'} open`
    const step =
      kind === 'escalation'
        ? `${FOLLOW_UPS_MAX} follow-ups brought nothing in`
        : `follow-up ${a.step} of ${FOLLOW_UPS_MAX}`
    return `"${a.workform_name}" ${when(day, a.due_date)} · ${open} · ${step}`
  })
}

/** 'Mon, Nov 23, 9:12 AM': when, by the clocks of the client. */
export function clientTime(at: string, timeZone: string): string {
  const format = {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat('en-US', format).format(new Date(at))
}

/** 'Monday, November 23': a day of the calendar. */
export const dayTitle = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
