import type { FollowUp } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { countOf } from '@portal/kit/ui/count'

function describeDueDate(day: string, due: string): string {
  const left = daysBetween(day, due)
  if (left === 0) return 'is due that day'
  if (left < 0) return `is ${countOf(-left, 'day')} overdue`
  return left === 1 ? 'is due the next day' : `is due ${countOf(left, 'day')} later`
}

/** Returns the reasons for a follow-up, one for each workform it is about. */
export function reasonsFor({ day, kind, about }: FollowUp): string[] {
  return about.map((a) => {
    const open = `${countOf(a.open, 'section')} open`
    const step =
      kind === 'escalation' ? `no response to ${FOLLOW_UPS_MAX} follow-ups` : `follow-up ${a.step} of ${FOLLOW_UPS_MAX}`
    return `"${a.workform_name}" ${describeDueDate(day, a.due_date)} · ${open} · ${step}`
  })
}

/** Formats a time in the client's time zone: 'Mon, Nov 23, 9:12 AM'. */
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

/** Formats a calendar day: 'Monday, November 23'. */
export const dayTitle = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
