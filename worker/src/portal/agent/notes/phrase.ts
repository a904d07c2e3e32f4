import type { Token } from './tokens.ts'

/** Words with a role, in the order of the note; words that add nothing are left out. */
export interface Word extends Token {
  /** Position among all words of the sentence. */
  at: number
}

/** Matches the end of a clause in a pattern of roles. */
export const END = '(?=$|COMMA |AND |OR |BUT |SO |DONE_MARK )'

/** Matches the start of a clause. */
export const START = '(?<=^|COMMA |AND |OR |BUT |SO |DONE_MARK )'

/** A sentence as a sequence of roles, on which rules are patterns such as "NOT CONTACT BEFORE DATE". */
export class Phrase {
  readonly #all: readonly Token[]
  #words: Word[]

  constructor(tokens: readonly Token[]) {
    this.#all = tokens
    this.#words = tokens.flatMap((token, at) => (token.tag === 'FILL' ? [] : [{ ...token, at }]))
  }

  get words(): readonly Word[] {
    return this.#words
  }

  /** Returns the text from a word to another, with what is between them. */
  textOf(words: readonly Word[]): string {
    const [first, last] = [words[0], words.at(-1)]
    return first && last
      ? this.#all
          .slice(first.at, last.at + 1)
          .map((t) => t.text)
          .join(' ')
          .replace(/ ([,:])/g, '$1')
      : ''
  }

  /** Returns the text of the few words before a word. */
  textBefore({ at }: Word, n = 4): string {
    return this.#all
      .slice(Math.max(0, at - n), at)
      .map((t) => t.text.toLowerCase())
      .join(' ')
  }

  /**
   * Applies a rule to each match of a pattern of roles and removes the words that it has understood: the whole match,
   * unless `apply` returns false.
   */
  rule(
    pattern: string,
    apply: (groups: Readonly<Record<string, readonly Word[]>>, all: readonly Word[]) => unknown,
  ): void {
    for (let from = 0; ; ) {
      const line = this.#words.map((w) => `${w.tag} `)
      const match = new RegExp(`(?<![A-Z_])(?:${pattern})`, 'dg')
      match.lastIndex = line.slice(0, from).join('').length
      const found = match.exec(line.join(''))
      if (!found || found[0] === '') return
      const indexOf = (position: number): number => line.join('').slice(0, position).split(' ').length - 1
      const [start, end] = [indexOf(found.index), indexOf(found.index + found[0].length)]
      const groups = Object.fromEntries(
        Object.entries(found.indices?.groups ?? {}).map(([name, span]) => [
          name,
          span ? this.#words.slice(indexOf(span[0]), indexOf(span[1])) : [],
        ]),
      )
      const words = this.#words.slice(start, end)
      from = start + 1
      if (apply(groups, words) === false) continue
      const done: Word = { tag: 'DONE_MARK', text: '', at: words[0]?.at ?? 0 }
      this.#words = [...this.#words.slice(0, start), done, ...this.#words.slice(end)]
    }
  }
}
