import type { NoteWishes } from './agent.ts'
import { shortDate } from './dates.ts'

const TONES: Record<NoteWishes['tone'], string> = { gentle: 'gentle tone', neutral: '', firm: 'firm tone' }
const CADENCES: Record<NoteWishes['cadence'], string> = { less: 'fewer messages', normal: '', more: 'more messages' }

function describeSpan({ from, until }: NoteWishes['quiet'][number], today: string): string {
  if (from === null || from <= today) return `until ${shortDate(until)}`
  return from === until ? `on ${shortDate(until)}` : `from ${shortDate(from)} to ${shortDate(until)}`
}

/**
 * Returns what the agent understood of the bookkeeper's notes, such as 'No messages until Mar 10; gentle tone
 * (from your notes)', or null when there are no wishes or none that still apply.
 * @param today date (yyyy-mm-dd) in the client's time zone; past absences are omitted
 */
export function describeWishes({ tone, quiet, cadence, first }: NoteWishes, today: string): string | null {
  const ahead = quiet.filter((q) => q.until >= today).map((q) => describeSpan(q, today))
  const silent = ahead.length < 2 ? ahead.join('') : `${ahead.slice(0, -1).join(', ')} and ${ahead.at(-1)}`
  const clauses = [
    silent && `no messages ${silent}`,
    TONES[tone],
    CADENCES[cadence],
    first === null ? '' : `asks first for: ${first}`,
  ]
  const sentence = clauses.filter(Boolean).join('; ')
  return sentence ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} (from your notes)` : null
}
