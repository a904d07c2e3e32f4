import type { OneTapWaiting } from '@portal/contract/one-tap'
import { todayHere } from '@portal/contract/dates'
import { countOf } from '@portal/kit/ui/count'
import { longDay } from '@portal/kit/ui/time'

/** Returns what waits for a client, in a sentence. */
export function waitingText({ sections, first_due, messages }: OneTapWaiting, today: string = todayHere()): string {
  const unread = messages > 0 ? countOf(messages, 'unread message') : ''
  if (sections === 0) return unread ? `You have ${unread}.` : 'Nothing is waiting for you right now.'
  const verb = first_due !== null && first_due < today ? 'was' : 'is'
  return [
    `${countOf(sections, 'section')} ${sections === 1 ? 'is' : 'are'} waiting for you.`,
    ...(first_due === null ? [] : [`${sections === 1 ? 'It' : 'The first'} ${verb} due on ${longDay(first_due)}.`]),
    ...(unread ? [`You have ${unread}.`] : []),
  ].join(' ')
}
