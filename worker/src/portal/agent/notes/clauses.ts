import type { Value } from './marks.ts'
import type { Word } from './phrase.ts'
import { isNegative } from './clause-words.ts'
import type { Tag } from './tokens.ts'

/** A time in a clause with the word before it, such as "until Friday". */
export interface Modifier {
  prep: 'UNTIL' | 'BEFORE' | 'AFTER' | 'FROM' | 'BY' | 'FOR' | 'ON'
  /** "until after Friday" */
  isAfter: boolean
  value: Exclude<Value, { tag: 'DOCUMENT' | 'EVERY' | 'COUNT' }>
  /** Modifiers with the same number belong together. */
  group: number
  text: string
  /** Position in the sentence. */
  at: number
  /** Whether an unknown word before it can be a misspelled "until". */
  isUncertain: boolean
}

/** A clause: its times, and the roles of its other words. */
export interface Clause {
  modifiers: Modifier[]
  words: Word[]
  /** The word that connects it with the clause before it. */
  link: Tag | null
}

const LINKS = new Set<Tag>(['EXCEPT', 'COMMA', 'AND', 'OR', 'BUT', 'SO', 'DONE_MARK'])
const PREPS = ['UNTIL', 'BEFORE', 'AFTER', 'FROM', 'BY', 'FOR', 'ON'] as const
const TIMES = new Set<Tag>(['DATE', 'DURATION', 'CLOCK', 'HOURS', 'WEEKDAYS'])
/** Roles that make a statement of their own. */
const isHead = ({ tag }: Word): boolean =>
  tag !== 'ONLY' && tag !== 'ON' && tag !== 'FOR' && tag !== 'THAT_TIME' && tag !== 'THEN'

const isUnknown = (word: Word | undefined): boolean =>
  word !== undefined && (word.tag === 'NUMBER' || (word.tag === 'OTHER' && !/^\p{Lu}/u.test(word.text)))

/** Returns the clause of some words, with their times as modifiers. */
function clauseOf(words: readonly Word[], link: Tag | null, group: number): Clause {
  const clause: Clause = { modifiers: [], words: [], link }
  let preps: Word[] = []
  const drop = (): void => {
    clause.words.push(...preps)
    preps = []
  }
  for (const [i, word] of words.entries()) {
    const value = word.value
    if (value && TIMES.has(value.tag) && value.tag !== 'DOCUMENT' && value.tag !== 'EVERY' && value.tag !== 'COUNT') {
      const tags = preps.map((p) => p.tag)
      // "Dec 2 onwards", "Dec 5 at the earliest"
      const next = words[i + 1]?.tag
      const isOnwards = next === 'FROM' && tags.every((tag) => tag === 'ON' || tag === 'FROM')
      const prep = isOnwards ? 'FROM' : (PREPS.find((p) => tags.includes(p)) ?? 'ON')
      clause.modifiers.push({
        prep,
        isAfter: ((prep === 'UNTIL' || prep === 'BEFORE') && tags.includes('AFTER')) || next === 'PASSED',
        value,
        group,
        text: word.text,
        at: word.at,
        isUncertain:
          isUnknown(words[i - preps.length - 1]) ||
          (i === words.length - 2 && isUnknown(words[i + 1])) ||
          (preps.length === 0 && value.tag === 'DATE' && words[i - 1]?.tag === 'DATE'),
      })
      preps = []
    } else if (word.tag === 'PASSED' && words[i - 1]?.tag === 'DATE') {
      continue
    } else if (
      (word.tag === 'COND' || word.tag === 'WHEN') &&
      words[i + 1]?.tag === 'DATE' &&
      words[i + 2]?.tag === 'PASSED'
    ) {
      preps.push({ ...word, tag: 'AFTER' })
    } else if (PREPS.some((p) => p === word.tag)) {
      const before = words[i - 1]?.value
      const isTaken = word.tag === 'FROM' && before && TIMES.has(before.tag)
      if (!isTaken) preps.push(word)
    } else {
      drop()
      clause.words.push(word)
    }
  }
  drop()
  return clause
}

/** Whether more times can follow: "Remind on Mondays and Fridays only". */
const isPlain = ({ words }: Clause): boolean =>
  words.every((w) => /^(?:CONTACT|SEND|NOUN|ONLY|NAG|ON|FOR)$/.test(w.tag))

/** Whether a clause is an exception from the one before it. */
export const startsWithExcept = ({ words }: Clause): boolean => words[0]?.tag === 'EXCEPT'

const hasHead = (clause: Clause): boolean => clause.words.some(isHead)

/** Splits the words of a sentence into clauses. A part that has only times belongs to the clause next to it. */
export function clausesOf(words: readonly Word[]): Clause[] {
  const parts: Clause[] = []
  let from = 0
  let link: Tag | null = null
  for (let i = 0; i <= words.length; i++) {
    const tag = words[i]?.tag
    if (tag !== undefined && !LINKS.has(tag)) continue
    if (tag === 'EXCEPT' && i === from && i > 0) continue
    if (i > from) parts.push(clauseOf(words.slice(from, i), link, parts.length))
    if (tag !== undefined && (i > from || tag !== 'COMMA'))
      link = i > from || link === null || link === 'COMMA' ? tag : link
    from = tag === 'EXCEPT' ? i : i + 1
  }
  const clauses: Clause[] = []
  let pending: Clause | null = null
  for (const part of parts) {
    const last = clauses.at(-1)
    const isOnly = part.words.some((w) => w.tag === 'ONLY')
    // "Nothing until Dec 1, then weekday mornings"
    const isNext = part.words[0]?.tag === 'THEN' && last !== undefined && isNegative(last)
    const isTimes = !hasHead(part) && part.modifiers.length > 0 && !isNext
    // "One reminder, no more"
    const isTail =
      part.modifiers.length === 0 &&
      part.words.every((w) => ['ENOUGH', 'MAX', 'ONLY', 'FROM'].includes(w.tag) || /^no more\W*$/i.test(w.text))
    // "Every Monday except the 30th"
    const isException = startsWithExcept(part) && ((pending ?? last)?.modifiers.length ?? 0) > 0
    const isList =
      part.link === 'OR' ||
      (parts.some((p) => p.link === 'OR') &&
        part.words.every((w) => ['CONTACT', 'CHANNEL', 'NOUN', 'SEND', 'NAG'].includes(w.tag)))
    if (
      last &&
      part.link !== 'BUT' &&
      part.link !== 'SO' &&
      !isException &&
      (isTail || (isTimes && (!isOnly || isPlain(last))) || (isList && part.link !== 'DONE_MARK'))
    ) {
      last.modifiers.push(...part.modifiers)
      last.words.push(...part.words)
    } else if (isTimes && !last && !isOnly) {
      pending = pending ? join(pending, part) : part
    } else {
      clauses.push(...(pending ? (isException ? [pending, part] : [join(pending, part)]) : [part]))
      pending = null
    }
  }
  return pending ? [...clauses, pending] : clauses
}

const join = (a: Clause, b: Clause): Clause => ({
  modifiers: [...a.modifiers, ...b.modifiers],
  words: [...a.words, ...b.words],
  link: a.link,
})
