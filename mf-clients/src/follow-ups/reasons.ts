import type { FollowUp, FollowUpAbout } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { countOf } from '@portal/kit/ui/count'

function describeDueDate(day: string, due: string): string {
  const left = daysBetween(day, due)
  if (left === 0) return 'is due that day'
  if (left < 0) return `is ${countOf(-left, 'day')} overdue`
  return left === 1 ? 'is due the next day' : `is due ${countOf(left, 'day')} later`
}

function describeStep({ kind, is_invitation }: FollowUp, { step, overdue }: FollowUpAbout): string {
  if (kind === 'escalation') return `${countOf(step, 'follow-up')} so far`
  const name = is_invitation ? 'invitation' : 'reminder'
  return overdue > 0 ? `${name} ${overdue} of ${FOLLOW_UPS_MAX} after the due date` : `${name} ${step}`
}

/** Returns the reasons for a follow-up, one for each workform it is about. */
export function reasonsFor(followUp: FollowUp): string[] {
  const { day, about } = followUp
  return about.map((a) => {
    const open = `${countOf(a.open, 'section')} open`
    return `"${a.workform_name}" ${describeDueDate(day, a.due_date)} · ${open} · ${describeStep(followUp, a)}`
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

const WEEK_MS = 7 * 86_400_000

/** Returns 'on Monday' for a time within the last week, otherwise 'on Nov 3'. */
export function writtenOn(at: string, now = Date.now()): string {
  const time = new Date(at)
  const isRecent = now - time.getTime() < WEEK_MS
  const form = isRecent ? ({ weekday: 'long' } as const) : ({ month: 'short', day: 'numeric' } as const)
  return `on ${new Intl.DateTimeFormat('en-US', form).format(time)}`
}
