import type { Tag, Token } from './tokens.ts'

/** Roles of words that depend on the words next to them. */

const IN_DOCUMENTS = new Set<Tag>([
  'AWAY',
  'CARE',
  'CHANNEL',
  'DATE',
  'EVERY',
  'FILL',
  'OTHER',
  'NAME',
  'FACT',
  'PERSON',
  'LANGUAGE',
])

/** Words that can name an event, such as "the audit on the 8th". */
const IN_EVENTS = new Set<Tag>(['AWAY', 'BUSY', 'CARE', 'FACT', 'OTHER', 'DOC', 'NAME', 'FILL'])
const EVENT_MAX = 5

/** Leaves out the event in "until the audit on the 8th". The day of the event is part of the period. */
function withoutEvents(tokens: readonly Token[]): Token[] {
  const result = [...tokens]
  for (const [i, { tag }] of tokens.entries()) {
    if (tag !== 'UNTIL' && tag !== 'BEFORE' && tag !== 'AFTER') continue
    const length = tokens.slice(i + 1).findIndex((t) => !IN_EVENTS.has(t.tag))
    const after = tokens.slice(i + 1 + length).filter((t) => t.tag !== 'FILL')
    const isDated = after[0]?.tag === 'ON' ? after[1]?.tag === 'DATE' : /^on /i.test(after[0]?.text ?? '')
    if (length < 1 || length > EVENT_MAX || !isDated) continue
    const event = tokens.slice(i + 1, i + 1 + length)
    result.splice(
      i + 1,
      length,
      ...event.map(({ text }, n) => ({ tag: n === 0 && tag !== 'AFTER' ? 'AFTER' : 'FILL', text }) as const),
    )
  }
  return result
}

/** Returns words with roles that depend on the words next to them. */
export const withContext = (tokens: readonly Token[]): Token[] => withoutEvents(withNeighbors(tokens))

/** Reads words such as "travel" as a part of a document's name before "receipts". */
function withNeighbors(tokens: readonly Token[]): Token[] {
  return tokens.map((token, i) => {
    const next = tokens[i + 1]
    const last = tokens[i - 1]
    if (
      token.tag === 'BACK' &&
      /^returns?$/i.test(token.text) &&
      last &&
      /^(?:FACT|OTHER|DOCUMENT|DOC)$/.test(last.tag)
    )
      return { tag: 'DOC', text: token.text }
    // "Friendly up to the due date"
    const isTone = tokens.some((t) => t.tag === 'GENTLE' || t.tag === 'FIRM')
    if (isTone && /^up to$/i.test(token.text) && next?.tag === 'DATE') return { tag: 'UNTIL', text: token.text }
    // "Loves sailing"
    if (token.tag === 'AWAY' && last && /^(?:loves|enjoys|likes|into)$/i.test(last.text))
      return { tag: 'FACT', text: token.text }
    // "She is 84"
    if (
      token.tag === 'NUMBER' &&
      /^\d\d$/.test(token.text) &&
      /^(?:he is|she is|aged?|turned)$/i.test(last?.text ?? '')
    )
      return { tag: 'FACT', text: token.text }
    // "depreciation schedule"
    if (/^schedule$/i.test(token.text) && last && /^(?:FACT|OTHER|DOC|DOCUMENT)$/.test(last.tag))
      return { tag: 'DOC', text: token.text }
    // "We get it from Shopify directly"
    const isPlace = last && /^(?:FACT|NAME|DOC|I)$/.test(last.tag)
    if (/^(?:direct(?:ly)?|straight)$/i.test(token.text) && (isPlace || /^(?:to|from)$/i.test(next?.text ?? '')))
      return { tag: 'FILL', text: token.text }
    // "Since she sold the car"
    const isSubject = /^(?:he|she|they|it|we|i)\b/i.test(next?.text ?? '')
    if (token.tag === 'SINCE' && isSubject) return { tag: 'SO', text: token.text }
    // "While she is in Peru Dec 3-9"
    const isDated = tokens.slice(i).some(({ value }) => value?.tag === 'DATE' && value.from !== value.until)
    if (/^while$/i.test(token.text) && isSubject && isDated) return { tag: 'FILL', text: token.text }
    // "off very Wednesday"
    if (/^very$/i.test(token.text) && next?.value) return { tag: 'UNIT', text: token.text }
    // "payroll through Gusto"
    if (
      /^(?:UNTIL|AFTER)$/.test(token.tag) &&
      /^(?:through|following|past|pending)$/i.test(token.text) &&
      (next?.tag === 'NAME' || next?.tag === 'FACT' || next?.tag === 'OTHER')
    )
      return { tag: 'FILL', text: token.text }
    if (
      next &&
      /^(?:signed|completed|executed)$/i.test(token.text) &&
      /^(?:DOC|DOCUMENT|FACT|OTHER|NAME)$/.test(next.tag)
    )
      return { tag: 'OTHER', text: token.text }
    const isPart = next?.tag === 'DOC' && IN_DOCUMENTS.has(token.tag) && token.tag !== 'FILL'
    return isPart ? { tag: 'OTHER', text: token.text } : token
  })
}
