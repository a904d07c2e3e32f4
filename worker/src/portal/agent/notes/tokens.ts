import { cleanLine } from '@portal/contract/text'
import { VERBS, WORDS } from './lexicon.ts'
import { withContext } from './word-context.ts'
import { FACTS, FILL } from './other-words.ts'
import { isTypo } from './typos.ts'
import { MARK, type MarkedText, type Value } from './marks.ts'

/** The role of a word: a list of the lexicon, a kind of value, or one of these. */
export type Tag =
  | keyof typeof VERBS
  | keyof typeof WORDS
  | Value['tag']
  | 'FILL'
  | 'FACT'
  | 'OTHER'
  | 'NAME'
  | 'DONE_MARK'
  | 'COMMA'
  | 'AND'
  | 'OR'
  | 'BUT'
  | 'SO'

/** A word or a phrase of a note. */
export interface Token {
  tag: Tag
  text: string
  value?: Value
}

const SEPARATORS: Readonly<Record<string, Tag>> = {
  ',': 'COMMA',
  ':': 'COMMA',
  and: 'AND',
  '&': 'AND',
  '+': 'AND',
  plus: 'AND',
  or: 'OR',
  nor: 'OR',
  '/': 'OR',
  but: 'BUT',
  otherwise: 'BUT',
  so: 'SO',
  because: 'SO',
  'due to': 'SO',
  'because of': 'SO',
  therefore: 'SO',
  hence: 'SO',
  cos: 'SO',
  'owing to': 'SO',
}

/** Returns the forms of a verb or of a phrase that starts with a verb. */
function formsOf(phrase: string): string[] {
  const [verb = '', ...rest] = phrase.split(' ')
  const stem = verb.endsWith('e') && !verb.endsWith('ee') ? verb.slice(0, -1) : verb
  const double = /^(?:[^aeiou]*[aeiou])[bgklmnptz]$/.test(verb)
    ? verb + verb.at(-1)
    : /(?:nag|drop|skip|stop)$/.test(verb)
      ? verb + verb.at(-1)
      : stem
  const third = /(?:s|sh|ch|x|z|o)$/.test(verb)
    ? `${verb}es`
    : verb.endsWith('y') && !/[aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`
  const past = verb.endsWith('y') && !/[aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${double}ed`
  return [verb, third, `${double}ing`, past].map((form) => [form, ...rest].join(' '))
}
const IRREGULAR: Readonly<Record<string, string>> = {
  sent: 'send',
  got: 'get',
  gotten: 'get',
  had: 'have',
  has: 'have',
  having: 'have',
  came: 'come',
  given: 'give',
  gave: 'give',
  began: 'begin',
  begun: 'begin',
  left: 'leave',
  held: 'hold',
  brought: 'bring',
  written: 'write',
  wrote: 'write',
  missing: 'miss',
  did: 'do',
  done: 'do',
}

const listOf = (words: string): string[] => words.split(',').map(cleanLine).filter(Boolean)

/** Words and phrases with their roles, and phrases with gaps. The first role of a word counts. */
const ROLES = new Map<string, Tag>(Object.entries(SEPARATORS))
const GAPS: [RegExp, Tag][] = []
function add(words: readonly string[], tag: Tag): void {
  for (const word of words) {
    if (word.includes('*'))
      GAPS.push([new RegExp(`^${word.replace(/ ?\*/, "(?: [\\p{L}.']+){1,2}?")}(?![\\p{L}\\d])`, 'iu'), tag])
    else if (!ROLES.has(word)) ROLES.set(word, tag)
  }
}
for (const [tag, words] of Object.entries(WORDS))
  add(
    listOf(words).filter((w) => w.includes(' ')),
    tag as Tag,
  )
for (const [tag, words] of Object.entries(VERBS)) add(listOf(words).flatMap(formsOf), tag as Tag)
for (const [tag, words] of Object.entries(WORDS)) add(listOf(words), tag as Tag)
add(listOf(FILL), 'FILL')
add(listOf(FACTS), 'FACT')
for (const [form, verb] of Object.entries(IRREGULAR)) {
  const tag = ROLES.get(verb)
  if (tag) ROLES.set(form, tag)
}
const LONGEST = 7

/** Words of the lexicon that are long enough to be recognized with a typing error, by length. */
const LONG = [...ROLES.keys()].filter((word) => /^\p{L}{5,}$/u.test(word))

/** Real words that look like misspelled words of the lexicon. */
const NOT_TYPOS = new Set(
  `remainder farm latter later matter dairy weakly meekly other mother text tests? phrase quite hose
  whole house since thing there these clam hasten chased clothes slight night right rental retail
  plant plants price prices pants parts`.split(/\s+/),
)

function misspelled(word: string): Tag | undefined {
  if (word.length < 5 || NOT_TYPOS.has(word)) return undefined
  const meant = new Set(
    LONG.filter((known) => known[0] === word[0] && known.length >= 6 && isTypo(word, known)).map((known) =>
      ROLES.get(known),
    ),
  )
  return meant.size === 1 ? [...meant][0] : undefined
}

const WORD = new RegExp(`${MARK}|[,:/&+]|[\\p{L}\\d$#@%][\\p{L}\\d.'@_%-]*(?:&[\\p{L}\\d]+)?|\\S`, 'gu')

const plainWord = (word: string): string => word.toLowerCase().replace(/[.]+$/, '')

/** Splits a marked sentence into words and phrases with their roles. The longest phrases win. */
export function tokensOf(sentence: string, marked: MarkedText): Token[] {
  const words = [...sentence.matchAll(WORD)].map(([word]) => word)
  const tokens: Token[] = []
  let isStart = true
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? ''
    const value = marked.valueOf(word)
    if (value) {
      tokens.push({ tag: value.tag, text: marked.plain(word), value })
      i++
      isStart = false
      continue
    }
    const [tag, length] = roleAt(words, i, isStart)
    tokens.push({ tag, text: words.slice(i, i + length).join(' ') })
    isStart = ['COMMA'].includes(tag)
    i += length
  }
  // "of every Wednesday" is a misspelled "off".
  if (tokens[0] && /^of$/i.test(tokens[0].text)) tokens[0] = { ...tokens[0], tag: 'OTHER' }
  return withContext(tokens)
}

function roleAt(words: readonly string[], i: number, isStart: boolean): [Tag, number] {
  const rest = words.slice(i, i + LONGEST).map(plainWord)
  const line = rest.join(' ')
  const gaps = GAPS.flatMap(([pattern, tag]) => {
    const match = pattern.exec(line)
    return match ? [[tag, match[0].split(' ').length] as [Tag, number]] : []
  })
  for (let n = rest.length; n > 0; n--) {
    const found = gaps.find(([, length]) => length === n)
    if (found) return found
    const tag =
      ROLES.get(rest.slice(0, n).join(' ')) ??
      (n === 1 ? ROLES.get((rest[0] ?? '').replace(/(?:'s|s')$/, '')) : undefined)
    if (tag) return [tag, n]
  }
  const word = words[i] ?? ''
  if (/^[$€£]\d/.test(word)) return ['FACT', 1]
  if (/^\d/.test(word)) return ['NUMBER', 1]
  const typo = misspelled(plainWord(word))
  if (typo) return [typo, 1]
  return [!isStart && /^\p{Lu}\p{Ll}/u.test(word) ? 'NAME' : /[\p{L}\d]/u.test(word) ? 'OTHER' : 'FILL', 1]
}
