import type { NoteWishes } from './agent.ts'
import { shortDate } from './dates.ts'

const TONES: Record<NoteWishes['tone'], string> = { gentle: 'gentle tone', neutral: '', firm: 'firm tone' }
const CADENCES: Record<NoteWishes['cadence'], string> = { less: 'fewer messages', normal: '', more: 'more messages' }

function silence({ from, until }: NoteWishes['quiet'][number], today: string): string {
  if (from === null || from <= today) return `until ${shortDate(until)}`
  return from === until ? `on ${shortDate(until)}` : `from ${shortDate(from)} to ${shortDate(until)}`
}

/**
 * 'No messages until Mar 10; gentle tone (from your notes)': what the agent has understood, for the bookkeeper who wrote the notes. Null
 * where they ask for nothing, or for nothing any more.
 * @param today today's date (yyyy-mm-dd) where the client is; absences that are over by then are left out
 */
export function describeWishes({ tone, quiet, cadence, first }: NoteWishes, today: string): string | null {
  const ahead = quiet.filter((q) => q.until >= today).map((q) => silence(q, today))
  const silent = ahead.length < 2 ? ahead.join('') : `${ahead.slice(0, -1).join(', ')} and ${ahead.at(-1)}`
  const parts = [
    silent && `no messages ${silent}`,
    TONES[tone],
    CADENCES[cadence],
    first === null ? '' : `asks for this first: ${first}`,
  ]
  const sentence = parts.filter(Boolean).join('; ')
  return sentence ? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} (from your notes)` : null
}
