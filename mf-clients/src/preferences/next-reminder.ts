import type { Suggestion } from '@portal/contract/agent'
import { shortDate } from '@portal/contract/dates'

/** Returns the city of a time zone: 'New York' for 'America/New_York'. */
export const cityOf = (timeZone: string): string => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone

/** Returns what the agent does next, such as 'First message: Tue, Dec 8, 9:12 AM in New York.' */
export function describeNext({ at, time_zone, held }: NonNullable<Suggestion['next']>): string {
  if (held)
    return held.ask_on
      ? `Nothing is sent. The agent asks you on ${shortDate(held.ask_on)}.`
      : 'Nothing is sent until you release it.'
  if (at === null) return 'No reminder will be sent.'
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at))
  return `First message: ${time} in ${cityOf(time_zone)}.`
}
