import type { NoteWishes } from '@portal/contract/agent'
import { WISH_FIRST_MAX } from '@portal/contract/limits'
import { readAbsences } from './absences.ts'
import { plainText } from './plain-text.ts'

/** Maximum length of notes. */
const NOTES_MAX = 4000
const NOT = "(?:do not|don't|dont|not|never|no need to|without|isn't|avoid|stop)(?: \\w+){0,2}? "

const GENTLE = new RegExp(
  [
    String.raw`\b(?:gentl[ey]|softly|be (?:very |extra |really )?(?:kind|nice|soft|patient|careful`,
    String.raw`|understanding|considerate|sensitive|warm)|(?:friendly|soft|warm|kind) (?:tone|reminder`,
    String.raw`|words|and|approach|with)|be (?:very )?friendly|(?:go|take it) easy|easy on|tread (?:lightly`,
    String.raw`|carefully)|lightly|no pressure|ask (?:kindly|nicely)|bereave\w*|griev\w+|in mourning`,
    String.raw`|easily (?:stressed|overwhelmed|upset)|overwhelmed|(?:tone|keep it) (?:friendly|gentle|soft`,
    String.raw`|warm|light|kind)|give (?:her|him|them) (?:some |a bit of )?(?:space|time|room)|anxious`,
    String.raw`|nervous)\b|^(?:friendly|soft|kind)$`,
  ].join(''),
)
const FIRM = new RegExp(
  [
    String.raw`\b(?:firmly|firmer|(?:be|stay|remain|get|more|very|quite|rather|but|as|too) firm(?!'s|s)`,
    String.raw`|firm (?:with|tone|reminders?|messages?|hand|but|wording|language|approach)|(?:be|very|quite`,
    String.raw`|more|too|a) strict|strict (?:tone|with)|stern(?:ly)?|be (?:blunt|tough|direct|assertive`,
    String.raw`|serious)|no excuses|push hard|chase hard|harsh(?:ly)?|pushy|push (?:her|him|them|too))\b`,
    String.raw`|^firm$`,
  ].join(''),
)
const ASK = [
  '(?:remind|reminder|reminders|chase|chasing|nudge|message|messages|e-?mail|write|ask',
  '|follow[- ]?ups?|contact|ping|check in|check|call|text|post)',
].join('')
const LESS = new RegExp(
  [
    `\\b(?:(?:only|just|max(?:imum)?|at most|no more than|not more than) (?:once|one|two`,
    `|twice)(?: \\w+)? (?:a|per|every|each) (?:\\w+ )?(?:week|month|fortnight)`,
    `|${ASK}(?: \\w+){0,3} (?:once|one|twice) (?:a|per) (?:week|month|fortnight)`,
    `|${ASK}(?: \\w+){0,3} (?:weekly|rarely|seldom|sparingly|less)|(?:less|fewer|few|not so many`,
    `|not too many) (?:often|frequent\\w*|${ASK})|(?:once|weekly) ${ASK}|not (?:too|so|very) (?:often`,
    `|much|many|frequent\\w*)|(?:only )?(?:one|a single) reminder (?:only|is enough)|only one reminder`,
    `|(?:once a week|weekly) is (?:enough|plenty|fine)|${NOT}(?:nag|pester|spam|bombard|overdo|harass`,
    `|chase|push|hound|bug)\\w*|light touch)\\b(?! (?:before|until))`,
  ].join(''),
)
const MORE = new RegExp(
  [
    `\\b(?:chase (?:\\w+ )?(?:hard|often|closely|persistently|relentlessly)|keep (?:chasing|reminding`,
    `|asking|pushing|nudging|at (?:it|her|him|them))|push hard|be persistent|(?:more|extra) (?:often`,
    `|frequent\\w*|reminders)|${ASK}(?: \\w+){0,3} (?:every ?day|daily|every (?:other|second|two`,
    `|2) days?|often|frequently|a lot|more)|(?:daily|frequent|regular|lots of|many) (?:reminders`,
    `|messages|follow[- ]?ups|nudges|chasing|e-?mails)|needs? (?:a lot of |lots of |constant |regular `,
    `|many )?(?:chasing|reminding|reminders))\\b`,
  ].join(''),
)
const FIRST = [
  new RegExp(
    [
      String.raw`\b(?:ask|asking|request|chase|push|nudge)(?: (?:her|him|them))? (?:for`,
      String.raw`|about) (.+?)(?: from (?:her|him|them))? first\b`,
    ].join(''),
    'i',
  ),
  new RegExp(
    [
      String.raw`\b(?:get|collect|need|want|request|prioriti[sz]e|send|do|upload|finish|complete)(?: (?:her`,
      String.raw`|him|them) to (?:send|do|finish|complete|upload))? (.+?)(?: from (?:her|him|them))? first\b`,
    ].join(''),
    'i',
  ),
  /\bfirst,? (?:ask|chase|push)(?: (?:her|him|them))? (?:for|about) (.+)/i,
  /\bfirst,? (?:get|collect|request) (.+)/i,
  /\b(?:start|begin|lead|open) with (.+)/i,
  /\b(?:prioriti[sz]e|focus on|priority is|most (?:important|urgent)(?: thing)? is) (.+)/i,
  new RegExp(
    [
      String.raw`^(?:please )?((?!(?:do|don't|never|not|tell|have|call|let|make|see|check|e?-?mail|we|i|he`,
      String.raw`|she|they)\b)(?:\S+ ){0,5}(?:statements?|receipts?|invoices?|forms?|documents?|docs|records?`,
      String.raw`|reports?|returns?|payroll|payslips?|passports?|ids?|contracts?|certificates?|details`,
      String.raw`|questionnaire|section|ledgers?|bills|list|1099s?|w-?[29]s?)) first\b`,
    ].join(''),
    'i',
  ),
]
/** Matches what a message cannot ask for: pronouns, links and addresses. */
export const NOT_ASKABLE =
  /^(?:it|this|that|them|him|her|me|us|a|an|the|what|everything)$|^not\b|\(link\)|@|\d{7}|[<>{}]/i
const THING_END = /,? (?:and|but|then|because|since|as|so|before|when|once|please|thanks|thank you)\b.*$/i

const NEGATION = new RegExp(`\\b${NOT}$`, 'i')
/** Returns whether the match at a position is negated. */
const isNegated = (clause: string, at: number): boolean => NEGATION.test(clause.slice(0, at))

/** Returns what to ask for first, as a noun phrase, or null. */
function readFirst(clauses: readonly string[]): string | null {
  for (const clause of clauses) {
    for (const pattern of FIRST) {
      const match = pattern.exec(clause)
      if (!match || isNegated(clause, match.index)) continue
      const thing = match[1]
        ?.replace(/^(?:for |just |the following:? )/i, '')
        .replace(/[\s:,"']+$/, '')
        .replace(/^["'\s]+/, '')
      if (!thing) continue
      const short = plainText(/ first\b/i.test(clause) ? thing : thing.replace(THING_END, ''), WISH_FIRST_MAX)
      if (short.length > 1 && short.split(' ').length <= 14 && !NOT_ASKABLE.test(short)) return short
    }
  }
  return null
}

/** Returns whether a clause matches, matches negated, or neither. */
function findStatement(clauses: readonly string[], pattern: RegExp): 'yes' | 'no' | undefined {
  let result: 'yes' | 'no' | undefined
  for (const clause of clauses) {
    const match = pattern.exec(clause)
    if (!match) continue
    if (!isNegated(clause, match.index)) return 'yes'
    result = 'no'
  }
  return result
}

/**
 * Reads the wishes in a bookkeeper's English notes by rules, without a model. Only wishes that are understood
 * with certainty count.
 * @param today date (yyyy-mm-dd) on which the notes were written, from which "until the 10th" is counted
 */
export function readWishesByRules(notes: string | null, today: string): NoteWishes {
  const text = (notes ?? '')
    .slice(0, NOTES_MAX)
    .replace(/[’‘]/g, "'")
    .replace(/\p{Co}/gu, ' ')
  const clauses = text
    .split(/[.;!?\n,]+|\s(?:and|but)\s/)
    .map((c) => c.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
  const low = clauses.map((c) => c.toLowerCase())
  const [gentle, firm, less, more] = [GENTLE, FIRM, LESS, MORE].map((pattern) => findStatement(low, pattern))
  const soft = gentle === 'yes' || firm === 'no'
  const hard = firm === 'yes' || gentle === 'no'
  const rare = less === 'yes' || more === 'no'
  return {
    tone: soft === hard ? 'neutral' : soft ? 'gentle' : 'firm',
    quiet: readAbsences(text.toLowerCase().replace(/[^\S\n]+/g, ' '), today),
    cadence: rare === (more === 'yes') ? 'normal' : rare ? 'less' : 'more',
    first: readFirst(text.split(/[.;!?\n,]+/).map((c) => c.replace(/\s+/g, ' ').trim())),
  }
}
