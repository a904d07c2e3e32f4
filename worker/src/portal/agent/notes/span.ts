import type { Value } from './marks.ts'

/** A way to write a value: a pattern in lower case, and what the value is. */
export type Span = readonly [pattern: string, read: (groups: readonly string[]) => Value | null]

/** Matches a word for a reminder. */
export const NOUN = [
  '(?:reminders?|e-?mails?|messages?|contacts?|nudges?|pings?|chasers?|follow[- ]?ups?',
  '|notes?|attempts?|touches|notices?|pokes?|prods?|pushes|emails)',
].join('')
