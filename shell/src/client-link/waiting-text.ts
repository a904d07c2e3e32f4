import type { OneTapWaiting } from '@portal/contract/one-tap'
import { MONTHS, todayHere } from '@portal/contract/dates'
import { countOf } from '@portal/kit/ui/count'

/** Returns 'December 5', with the year if it is not the current one. */
function dayText(date: string, today: string): string {
  const [year = '', month, day] = date.split('-')
  return `${MONTHS[Number(month) - 1]} ${Number(day)}${today.startsWith(year) ? '' : `, ${year}`}`
}

/** Returns what waits for a client, in a sentence. */
export function waitingText({ sections, first_due, messages }: OneTapWaiting, today: string = todayHere()): string {
  const unread = messages > 0 ? countOf(messages, 'unread message') : ''
  if (sections === 0) return unread ? `You have ${unread}.` : 'Nothing is waiting for you right now.'
  const verb = first_due !== null && first_due < today ? 'was' : 'is'
  const due =
    first_due === null ? '' : `${sections === 1 ? 'it' : 'the first'} ${verb} due on ${dayText(first_due, today)}`
  return [
    `${countOf(sections, 'section')} ${sections === 1 ? 'is' : 'are'} waiting for you${due && `, ${due}`}.`,
    ...(unread ? [`You have ${unread}.`] : []),
  ].join(' ')
}
