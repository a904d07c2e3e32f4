import type { NoteWishes } from '@portal/contract/agent'
import { WISH_FIRST_MAX } from '@portal/contract/limits'
import { readAbsences } from './absences.ts'
import { plain } from './plain-text.ts'

/** Notes longer than they can be stored are not read on. */
const NOTES_MAX = 4000
const NOT = "(?:do not|don't|dont|not|never|no need to|without|isn't|avoid|stop)(?: \\w+){0,2}? "

const GENTLE =
  /\b(?:gentl[ey]|softly|be (?:very |extra |really )?(?:kind|nice|soft|patient|careful|understanding|considerate|sensitive|warm)|(?:friendly|soft|warm|kind) (?:tone|reminder|words|and|approach|with)|be (?:very )?friendly|(?:go|take it) easy|easy on|tread (?:lightly|carefully)|lightly|no pressure|ask (?:kindly|nicely)|bereave\w*|griev\w+|in mourning|easily (?:stressed|overwhelmed|upset)|overwhelmed|(?:tone|keep it) (?:friendly|gentle|soft|warm|light|kind)|give (?:her|him|them) (?:some |a bit of )?(?:space|time|room)|anxious|nervous)\b|^(?:friendly|soft|kind)$/
const FIRM =
  /\b(?:firmly|firmer|(?:be|stay|remain|get|more|very|quite|rather|but|as|too) firm(?!'s|s)|firm (?:with|tone|reminders?|messages?|hand|but|wording|language|approach)|(?:be|very|quite|more|too|a) strict|strict (?:tone|with)|stern(?:ly)?|be (?:blunt|tough|direct|assertive|serious)|no excuses|push hard|chase hard|harsh(?:ly)?|pushy|push (?:her|him|them|too))\b|^firm$/
const ASK =
  '(?:remind|reminder|reminders|chase|chasing|nudge|message|messages|e-?mail|write|ask|follow[- ]?ups?|contact|ping|check in|check|call|text|post)'
const LESS = new RegExp(
  `\\b(?:(?:only|just|max(?:imum)?|at most|no more than|not more than) (?:once|one|two|twice)(?: \\w+)? (?:a|per|every|each) (?:\\w+ )?(?:week|month|fortnight)|${ASK}(?: \\w+){0,3} (?:once|one|twice) (?:a|per) (?:week|month|fortnight)|${ASK}(?: \\w+){0,3} (?:weekly|rarely|seldom|sparingly|less)|(?:less|fewer|few|not so many|not too many) (?:often|frequent\\w*|${ASK})|(?:once|weekly) ${ASK}|not (?:too|so|very) (?:often|much|many|frequent\\w*)|(?:only )?(?:one|a single) reminder (?:only|is enough)|only one reminder|(?:once a week|weekly) is (?:enough|plenty|fine)|${NOT}(?:nag|pester|spam|bombard|overdo|harass|chase|push|hound|bug)\\w*|light touch)\\b(?! (?:before|until))`,
)
const MORE = new RegExp(
  `\\b(?:chase (?:\\w+ )?(?:hard|often|closely|persistently|relentlessly)|keep (?:chasing|reminding|asking|pushing|nudging|at (?:it|her|him|them))|push hard|be persistent|(?:more|extra) (?:often|frequent\\w*|reminders)|${ASK}(?: \\w+){0,3} (?:every ?day|daily|every (?:other|second|two|2) days?|often|frequently|a lot|more)|(?:daily|frequent|regular|lots of|many) (?:reminders|messages|follow[- ]?ups|nudges|chasing|e-?mails)|needs? (?:a lot of |lots of |constant |regular |many )?(?:chasing|reminding|reminders))\\b`,
)
const FIRST = [
  /\b(?:ask|asking|request|chase|push|nudge)(?: (?:her|him|them))? (?:for|about) (.+?)(?: from (?:her|him|them))? first\b/i,
  /\b(?:get|collect|need|want|request|prioriti[sz]e|send|do|upload|finish|complete)(?: (?:her|him|them) to (?:send|do|finish|complete|upload))? (.+?)(?: from (?:her|him|them))? first\b/i,
  /\bfirst,? (?:ask|chase|push)(?: (?:her|him|them))? (?:for|about) (.+)/i,
  /\bfirst,? (?:get|collect|request) (.+)/i,
  /\b(?:start|begin|lead|open) with (.+)/i,
  /\b(?:prioriti[sz]e|focus on|priority is|most (?:important|urgent)(?: thing)? is) (.+)/i,
  /^(?:please )?((?!(?:do|don't|never|not|tell|have|call|let|make|see|check|e?-?mail|we|i|he|she|they)\b)(?:\S+ ){0,5}(?:statements?|receipts?|invoices?|forms?|documents?|docs|records?|reports?|returns?|payroll|payslips?|passports?|ids?|contracts?|certificates?|details|questionnaire|section|ledgers?|bills|list|1099s?|w-?[29]s?)) first\b/i,
]
/** What cannot be asked for in a message: a name that is none, or where a link or an address would go. */
export const NO_THING = /^(?:it|this|that|them|him|her|me|us|a|an|the|what|everything)$|^not\b|\(link\)|@|\d{7}|[<>{}]/i
const THING_END = /,? (?:and|but|then|because|since|as|so|before|when|once|please|thanks|thank you)\b.*$/i

const DENIAL = new RegExp(`\\b${NOT}$`, 'i')
/** Whether what stands at a place is said not to be. */
const isDenied = (clause: string, at: number): boolean => DENIAL.test(clause.slice(0, at))

/** What to ask for first, as a thing that can stand in a sentence. */
function readFirst(clauses: readonly string[]): string | null {
  for (const clause of clauses) {
    for (const pattern of FIRST) {
      const match = pattern.exec(clause)
      if (!match || isDenied(clause, match.index)) continue
      const thing = match[1]
        ?.replace(/^(?:for |just |the following:? )/i, '')
        .replace(/[\s:,"']+$/, '')
        .replace(/^["'\s]+/, '')
      if (!thing) continue
      const short = plain(/ first\b/i.test(clause) ? thing : thing.replace(THING_END, ''), WISH_FIRST_MAX)
      if (short.length > 1 && short.split(' ').length <= 14 && !NO_THING.test(short)) return short
    }
  }
  return null
}

/** Whether a clause says so, does not, or says the opposite. */
function says(clauses: readonly string[], pattern: RegExp): 'yes' | 'no' | undefined {
  let said: 'yes' | 'no' | undefined
  for (const clause of clauses) {
    const match = pattern.exec(clause)
    if (!match) continue
    if (!isDenied(clause, match.index)) return 'yes'
    said = 'no'
  }
  return said
}

/**
 * Reads what the notes of a bookkeeper ask of the follow-ups, without a model: in English, and only what is surely understood. What is
 * not changes nothing.
 * @param today the date (yyyy-mm-dd) on which the notes were written: "until the 10th" is counted from it
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
  const [gentle, firm, less, more] = [GENTLE, FIRM, LESS, MORE].map((pattern) => says(low, pattern))
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
