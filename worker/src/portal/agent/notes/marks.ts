/** A meaning that a part of a note has by itself: a time, an interval, or a number of reminders. */
export type Value =
  /** A date; a period has different `from` and `until`. */
  | { tag: 'DATE'; from: string; until: string; isAmbiguous: boolean; isWeekday?: boolean }
  | { tag: 'DURATION'; days: number }
  /** An interval in days. */
  | { tag: 'EVERY'; days: number }
  | { tag: 'COUNT'; n: number }
  | { tag: 'CLOCK'; at: string }
  /** Hours of a day. */
  | { tag: 'HOURS'; from: string; until: string }
  | { tag: 'WEEKDAYS'; days: readonly number[] }
  /** A document such as "W-9", which is not a date or a number. */
  | { tag: 'DOCUMENT' }

/** A found date. */
export type DateValue = Extract<Value, { tag: 'DATE' }>

/** Returns a date or a period. */
export const dateValue = (from: string, until = from, isAmbiguous = false): DateValue => ({
  tag: 'DATE',
  from,
  until,
  isAmbiguous,
})

// Each mark is a character of the private use area.
const FIRST = 0xe000
const MOST = 400
/** Matches a mark. */
export const MARK = '[\\ue000-\\ue1ff]'
/** Takes the other places of marked words, so that positions stay valid. */
const FILLER = '\uf8ff'

/** A text in which parts with a meaning of their own are replaced by one character each. */
export class MarkedText {
  #text: string
  readonly #marks: { value: Value; words: string }[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** The text with marks. */
  get text(): string {
    return this.#text.replaceAll(FILLER, '')
  }

  /** The text of the same length as the original, in which marked parts are not readable. */
  get unmarked(): string {
    return this.#text.replaceAll(/[\uf8ff\ue000-\ue1ff]/g, FILLER)
  }

  get values(): Value[] {
    return this.#marks.map(({ value }) => value)
  }

  valueOf(mark: string): Value | undefined {
    return this.#marks[mark.charCodeAt(0) - FIRST]?.value
  }

  /** Returns the original words of a part of the text. */
  plain(marked: string): string {
    return marked.replaceAll(new RegExp(MARK, 'g'), (mark) =>
      this.plain(this.#marks[mark.charCodeAt(0) - FIRST]?.words ?? ''),
    )
  }

  replaceAt(index: number, length: number, value: Value): void {
    if (this.#marks.length >= MOST) return
    const words = this.#text.slice(index, index + length).replaceAll(FILLER, '')
    const mark = String.fromCharCode(FIRST + this.#marks.push({ value, words }) - 1)
    this.#text = this.#text.slice(0, index) + mark + FILLER.repeat(length - 1) + this.#text.slice(index + length)
  }

  /** Marks all parts that match a pattern and that `read` gives a value. */
  replace(pattern: RegExp, read: (groups: readonly string[]) => Value | null): void {
    for (const match of [...this.#text.matchAll(pattern)].toReversed()) {
      const value = read(match.map((group: string | undefined) => group?.replaceAll(FILLER, '').toLowerCase() ?? ''))
      if (value) this.replaceAt(match.index, match[0].length, value)
    }
  }
}

/** Returns a case-insensitive pattern that starts and ends at word boundaries. */
export const form = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\d$#'-])(?:${pattern})(?![\\p{L}\\d-])`, 'giu')
