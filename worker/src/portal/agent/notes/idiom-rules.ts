import { addDays } from '@portal/contract/dates'
import { DEFAULT_REMINDER_HOURS, REMINDER_HOURS } from '@portal/contract/limits'
import type { RuleContext } from './draft.ts'
import type { DateValue } from './marks.ts'
import { END, type Phrase, START, type Word } from './phrase.ts'

const SUBMITS = 'send|submit|upload|finish|deliver|complet|have|get|giv|drop|bring'
const PROMISE = new RegExp(`\\b(?:he|she|they|client)\\b.*\\b(?:${SUBMITS})`, 'i')
const WORD = '(?:OTHER|FACT|DOC|DOCUMENT|NAME|PERSON|NUMBER)'

/** Returns the first date among words. */
function dateIn(words: readonly Word[]): DateValue | null {
  const value = words.find((w) => w.tag === 'DATE')?.value
  return value?.tag === 'DATE' ? value : null
}

function lastDate(phrase: Phrase): { from: string; until: string } | null {
  const value = phrase.words.findLast((w) => w.tag === 'DATE')?.value
  return value?.tag === 'DATE' ? value : null
}

/** Reads phrases whose meaning is not that of their words, and removes what is understood. */
export function readIdioms(phrase: Phrase, at: RuleContext): void {
  readHabits(phrase, at)
  readLimits(phrase, at)
  readCustoms(phrase, at)
  readStarts(phrase, at)
  readHarmless(phrase, at)
  readPlaces(phrase, at)
}

/** Reads usual times. */
function readHabits(phrase: Phrase, { draft }: RuleContext): void {
  // "Works weekdays 9-5, evenings only"
  phrase.rule(
    [
      '(?:AWAY |WORK )(?:ON )*(?<days>WEEKDAYS )(?:ON |FROM )*(?<hours>HOURS )(?:(?:COMMA',
      ` |SO )*HOURS (?:ONLY |GOOD ))?${END}`,
    ].join(''),
    ({ days, hours }) => {
      const [on, at] = [days?.[0]?.value, hours?.[0]?.value]
      if (on?.tag !== 'WEEKDAYS' || at?.tag !== 'HOURS' || at.from > DEFAULT_REMINDER_HOURS.from) return false
      const others = [0, 1, 2, 3, 4, 5, 6].filter((day) => !on.days.includes(day))
      draft.times = [
        { weekdays: [...on.days], from: at.until, until: REMINDER_HOURS.until },
        { weekdays: others, ...DEFAULT_REMINDER_HOURS },
      ]
      return true
    },
  )
}

/** Reads after how many reminders the agent stops. */
function readLimits(phrase: Phrase, { draft }: RuleContext): void {
  const limitTo = (count: readonly Word[] = []): boolean => {
    const value = count[0]?.value
    if (value?.tag !== 'COUNT' || value.n < 1) return false
    draft.max = Math.min(draft.max ?? value.n, value.n)
    return true
  }
  // "Stop after 3 reminders"
  phrase.rule(`(?:STOP |NOTHING |NO )(?:NOUN |CONTACT )*AFTER (?<n>COUNT )(?:NOUN |CONTACT )*${END}`, ({ n }) =>
    limitTo(n),
  )
  // "After 3 reminders stop and I will call"
  phrase.rule(
    [
      'AFTER (?<n>COUNT )(?:NOUN |CONTACT )*(?:COMMA |THEN )*',
      `(?:STOP |PAUSE |NOTHING |LEAVE I |I (?:HANDLE |CHANNEL |CONTACT ))(?:NOUN |CONTACT )*${END}`,
    ].join(''),
    ({ n }) => limitTo(n),
  )
  phrase.rule(
    `(?<=DONE_MARK |ENOUGH )(?:COMMA |AND |THEN )*I (?:HANDLE |CHANNEL |CONTACT )+(?:THEN |ON )*${END}`,
    () => draft.max !== null,
  )
}

/** Reads what stays as usual, and events of the week. */
function readCustoms(phrase: Phrase, { draft, due }: RuleContext): void {
  // "Friendly even if it is late"
  phrase.rule(`EVEN (?:OVERDUE |(?<day>DATE ))${END}`, ({ day }) => {
    const isTone = phrase.words.some((w) => w.tag === 'GENTLE' || w.tag === 'FIRM')
    return isTone && (!day?.length || dateIn(day)?.from === due)
  })
  // "Usual reminders are fine"
  phrase.rule(`${START}(?:START |KEEP )?USUAL (?:NOUN |GOOD |WORK |ON |FOR |FROM |USUAL |CONTACT )*${END}`, () => true)
  // "Away Dec 3, emails are fine otherwise"
  const isOtherwise = (_: unknown, all: readonly Word[]): boolean =>
    all.some((w) => w.tag === 'BUT' && /^otherwise$/i.test(w.text))
  phrase.rule(`(?:NOUN |CONTACT |GOOD )+BUT $`, isOtherwise)
  phrase.rule(`BUT (?:NOUN |CONTACT |GOOD )+${END}`, isOtherwise)
  // "Tuesdays are dialysis", which means something only together with "no emails then"
  phrase.rule(
    `${START}(?<days>WEEKDAYS )(?:OTHER |FACT |NAME |BUSY |DOC |UNIT )+${END}`,
    ({ days }, [first, second]) => {
      const value = days?.[0]?.value
      const isEvent = first && second && /\b(?:is|are)$/.test(phrase.textBefore(second, 1))
      if (value?.tag !== 'WEEKDAYS' || !isEvent) return false
      draft.eventWeekdays.push(...value.days)
      return true
    },
  )
  // "Gentle first, then firm"
  phrase.rule(`GENTLE FIRST ${END}`, () => {
    draft.tone.isStated = true
    draft.tone.before.add('gentle')
  })
}

/** Reads when reminders start. */
function readStarts(phrase: Phrase, { draft, date }: RuleContext): void {
  const start = (day: string): void => {
    draft.not_before = [draft.not_before ?? '', day].toSorted().at(-1) ?? null
  }
  phrase.rule(
    `(?:FIRST |FROM )(?:NOUN |CONTACT |START )(?:COMMA |ON |FROM )*DATE (?:COMMA )?(?:FROM )?${END}`,
    (_, all) => {
      const day = dateIn(all)
      if (!day) return false
      start(date(day).from)
      return true
    },
  )
  // "House closing is 12/4, wait until after that"
  phrase.rule(
    [
      `${START}(?:${WORD} |ON )*(?<day>DATE )(?:COMMA |SO |AND |BUT )*`,
      '(?:PAUSE |LEAVE |STOP |NOTHING |NO NOUN |NO CONTACT |NOT CONTACT |NOT SEND |NOT START )',
      `(?:NOUN |CONTACT )*(?:UNTIL |BEFORE )(?:AFTER )?(?:THEN |THAT_TIME )${END}`,
    ].join(''),
    ({ day }, all) => {
      const event = dateIn(day ?? [])
      if (!event) return false
      const isAfter = all.some((w) => w.tag === 'AFTER' || /^after/i.test(w.text))
      start(isAfter ? addDays(date(event).until, 1) : date(event).from)
      return true
    },
  )
  // "Surgery on Dec 2, give her a week after that"
  phrase.rule(`GIVE DURATION (?:AFTER )?(?:THEN |THAT_TIME |AFTER )${END}`, (_, all) => {
    const length = all.find((w) => w.tag === 'DURATION')?.value
    const last = draft.absences.at(-1) ?? lastDate(phrase)
    if (length?.tag !== 'DURATION' || !last) return false
    draft.absences.push({ from: last.from, until: addDays(last.until, length.days) })
    return true
  })
  // "Only if nothing has arrived by Dec 8"
  phrase.rule(
    [
      `(?:SEND |CONTACT |NOUN |ONLY )*(?:ONLY )?COND (?:I )?(?:NOTHING |NOT |NO )(?:${WORD}`,
      ` |HAVE |SUBMIT |SEND |ARRIVE |ON )*(?:BY |UNTIL |BEFORE )DATE ${END}`,
    ].join(''),
    (_, all) => {
      const day = dateIn(all)
      if (!day || !all.some((w) => w.tag === 'ONLY')) return false
      const from = all.some((w) => w.tag === 'BEFORE') ? date(day).from : addDays(date(day).until, 1)
      start(from)
      return true
    },
  )
}

/** Reads what asks nothing of the agent, and what it cannot do. */
function readHarmless(phrase: Phrase, { draft }: RuleContext): void {
  phrase.rule(`GOOD (?:AFTER |THEN )+${END}`, () => true)
  phrase.rule(
    `WHEN (?:I )?BACK ${END}`,
    () => !phrase.words.some((w) => /^(?:ONLY|START|CONTACT|SEND|NOUN|NAG)$/.test(w.tag)),
  )
  phrase.rule(`(?:FACT |OTHER )(?:${WORD} |FOR |ON |DATE )*${END}`, (_, [first]) =>
    /attached$/i.test(first?.text ?? ''),
  )
  // "Email is bob@acme.com", "Cell: 555-0142"
  phrase.rule(`(?:CONTACT |CHANNEL |FACT |CC |OTHER )(?:COMMA )?OTHER ${END}`, (_, all) => {
    const [first, last] = [all[0], all.at(-1)]
    return (
      first !== undefined && /^(?:\S+@\S+|[\d.()+-]{7,})$/.test(last?.text ?? '') && /\bis\b|:/.test(phrase.textOf(all))
    )
  })
  // "He does not move otherwise"
  phrase.rule(`NOT (?:${WORD} |HAVE )+${END}`, (_, all) => {
    const [first] = all
    return first !== undefined && /\b(?:does|is|has|will|did|was|would|could|can)$/.test(phrase.textBefore(first, 1))
  })
  // "Don't tell him": the agent tells nothing but what is due.
  phrase.rule(`NOT TELL (?:ABOUT |ON |${WORD} )*${END}`, () => true)
  // The agent only writes mails.
  phrase.rule(`(?:GOOD |NOT CONTACT COMMA )CHANNEL (?:CONTACT |NOUN )*${END}`, (_, all) => {
    draft.impossible.push(phrase.textOf(all))
  })
  // Until everything has arrived, reminders go on anyway.
  phrase.rule(`UNTIL DONE ${END}`, () => !phrase.words.some((w) => /^(?:NOT|NO|NOTHING|STOP|PAUSE|LEAVE)$/.test(w.tag)))
}

/** Reads promises and journeys. */
function readPlaces(phrase: Phrase, { draft, date, today }: RuleContext): void {
  // "She'll send it on Wednesday"
  phrase.rule(
    `(?:FACT |GOOD )*(?:SUBMIT |SEND |HAVE |ARRIVE )(?:${WORD} )*(?:ON |BY |UNTIL )*DATE (?:BY )?${END}`,
    (_, all) => {
      const [first] = all
      const day = dateIn(all)
      const said = first && `${phrase.textBefore(first)} ${phrase.textOf(all)}`
      if (!day || !said || !PROMISE.test(said)) return false
      const { until } = date(day)
      draft.quiet.push({ from: today, until })
      return true
    },
  )
  // "Japan through Friday", "in Cabo 11/25-12/2"
  phrase.rule(`${START}(?:ON )?(?:NAME |OTHER )(?:NAME |ON )*UNTIL (?:AFTER )?DATE ${END}`, (_, all) => {
    const place = all.find((w) => w.tag === 'NAME' || w.tag === 'OTHER')
    if (!place || !/^\p{Lu}/u.test(place.text)) return false
    const day = dateIn(all)
    if (!day) return false
    draft.absences.push({ from: today, until: date(day).until })
    return true
  })
  phrase.rule(`${START}(?:ON NAME (?:NAME |ON )*DATE |DATE ON NAME (?:NAME )*)${END}`, (_, all) => {
    const day = dateIn(all)
    if (!day || date(day).from === date(day).until) return false
    draft.absences.push({ from: date(day).from, until: date(day).until })
    return true
  })
}
