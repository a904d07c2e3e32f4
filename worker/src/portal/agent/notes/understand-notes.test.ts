import { NOTES_MAX } from '@portal/contract/limits'
import type { Preferences } from '@portal/contract/preferences'
import { describe, expect, it } from 'vitest'
import { addDays } from '@portal/contract/dates'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import { assert, constantFrom, nat, property, stringMatching } from 'fast-check'
import { allDays, forbids } from '../../../testing/forbidden-reminders.ts'
import {
  DUE,
  type ExampleNote,
  KNOWN_NOTES,
  meaningOf,
  OTHER_NOTES,
  TODAY,
  WRITTEN,
} from '../../../testing/notes/example-notes.ts'
import { MISLEADING_NOTES } from '../../../testing/notes/misleading-notes.ts'
import { NOTES_BY_TOPIC } from '../../../testing/notes/notes-by-topic.ts'
import { WRITTEN_TIMES } from '../../../testing/notes/written-times.ts'
import { WRITTEN_WISHES } from '../../../testing/notes/written-wishes.ts'
import { planDays } from '../plan-days.ts'
import { sendAt, windowsOf } from '../../../platform/time/send-times.ts'
import { understandNotes } from './understand-notes.ts'

const TIME_ZONE = 'America/New_York'
const read = (note: string) => understandNotes(note, { today: TODAY, due: DUE, timeZone: TIME_ZONE })

/** Returns preferences in a form in which equal meanings are equal. */
const comparable = ({ hold, ...rest }: Preferences) =>
  JSON.stringify({ ...rest, hold: hold && (hold.ask_on ?? 'ask') }).toLowerCase()

/** Returns the days and hours in the next months at which preferences allow reminders. */
const openTimes = ({ never, not_before, quiet, only_on, times }: Preferences): string[] =>
  never
    ? []
    : allDays(TODAY, addDays(TODAY, 100)).flatMap((day) =>
        (not_before !== null && day < not_before) ||
        quiet.some((q) => q.from <= day && day <= q.until) ||
        (only_on !== null && !only_on.includes(day))
          ? []
          : windowsOf(times, day).map((w) => `${day} ${w.from}-${w.until}`),
      )

/** Returns the quarters of hours of `openTimes`. */
const openSlots = (preferences: Preferences): string[] =>
  openTimes(preferences).flatMap((open) => {
    const [, day = '', from = '', until = ''] = /^(\S+) (\d+)-(\d+)$/.exec(open) ?? []
    return Array.from({ length: (Number(until) - Number(from)) / 15 }, (_, i) => `${day} ${Number(from) + i * 15}`)
  })

/** Returns what preferences lead to: two ways to say the same are equal. */
const effectOf = (preferences: Preferences) => {
  const { hold, never, max, only_on, every, tone, first, not_for, until_received, parts } = preferences
  if (hold || never) return hold ? `hold ${hold.ask_on}` : 'never'
  const open = openTimes(preferences)
  const words = JSON.stringify({ first, not_for, until_received, parts }).toLowerCase()
  return JSON.stringify({
    open,
    max: only_on && max !== null && max >= only_on.length ? null : max,
    every,
    tone,
    words,
  })
}

/** Returns the reminders that preferences lead to. */
function remindersOf(preferences: Preferences): { day: string; at: Date; number: number; tracks: string[] }[] {
  if (preferences.hold) return []
  const rest = preferences.parts.find((p) => p.what.length === 0)
  const planned = planDays({
    today: TODAY,
    open: true,
    resumes: null,
    person: preferences,
    isHoliday: () => false,
    every: null,
    pairs: [
      {
        submission_id: 'one',
        tracks: [{ due_date: DUE, not_before: rest?.not_before ?? null }],
        assigned_on: TODAY,
        paused: false,
        sent: [],
        escalated: false,
        promised: null,
        preferences,
      },
    ],
    sent: [],
    escalatedOn: [],
    skipped: [],
  })
  return planned
    .filter((p) => p.kind === 'message')
    .map(({ day }, i) => ({
      day,
      at: sendAt(day, { times: preferences.times, clientId: '0000', timeZone: TIME_ZONE }),
      number: i + 1,
      tracks: [],
    }))
}

/** Returns why reading a note differently than it is meant leads to an unwanted reminder, or null. */
function unwantedReminder(example: ExampleNote): string | null {
  const meant = meaningOf(example)
  const { preferences } = read(example.note)
  const reminders = remindersOf(preferences)
  if ((meant.hold || meant.never) && reminders.length > 0) return 'sends although it is on hold'
  const missing = meant.not_for.filter(
    (thing) => !preferences.not_for.some((t) => t.toLowerCase() === thing.toLowerCase()),
  )
  if (preferences.hold === null && missing.length > 0) return `asks for ${missing.join()}`
  if (preferences.hold === null && meant.until_received.length > preferences.until_received.length)
    return 'does not end'
  const dates = reminders.map((r) => r.day)
  for (const { day, at, number } of reminders) {
    const why = forbids(meant, { day, at, timeZone: TIME_ZONE, number, earlier: dates.filter((d) => d < day) })
    if (why) return `${why} on ${day}`
  }
  return null
}

describe('understandNotes', () => {
  const all = [...KNOWN_NOTES, ...OTHER_NOTES, ...NOTES_BY_TOPIC]

  it.each(KNOWN_NOTES.map((example) => [example.note, example] as const))('understands "%s"', (_, example) => {
    expect(comparable(read(example.note).preferences)).toBe(comparable(meaningOf(example)))
  })

  const written = [...WRITTEN_TIMES, ...WRITTEN_WISHES]

  it.each(written.map((example) => [example.note, example] as const))('understands "%s"', (note, example) => {
    const { preferences } = understandNotes(note, { ...WRITTEN, timeZone: TIME_ZONE })
    expect(effectOf(preferences)).toBe(effectOf(meaningOf(example)))
  })

  it.each(MISLEADING_NOTES.map((example) => [example.note, example] as const))(
    'is not misled by "%s"',
    (_, example) => {
      expect(effectOf(read(example.note).preferences)).toBe(effectOf(meaningOf(example)))
      expect(unwantedReminder(example)).toBeNull()
    },
  )

  it('understands at least 90 % of other notes exactly', () => {
    const others = [...OTHER_NOTES, ...NOTES_BY_TOPIC]
    const wrong = others.filter((e) => effectOf(read(e.note).preferences) !== effectOf(meaningOf(e)))
    expect(wrong.length / others.length, wrong.map((e) => e.note).join('\n')).toBeLessThanOrEqual(0.1)
  })

  it('never reads a note in a way that sends an unwanted reminder', () => {
    expect(all.flatMap((e) => unwantedReminder(e) ?? [])).toEqual([])
  })

  it('names what it has not understood or cannot do', () => {
    for (const { note, names } of all) if (names) expect(read(note).not_understood.join(' ')).toContain(names)
  })

  it('says nothing about notes that ask for nothing', () => {
    for (const note of ['', '   ', 'New client since 2019, S-corp.'])
      expect(read(note)).toEqual({ preferences: NO_PREFERENCES, not_understood: [] })
  })

  it.each([
    'Call Linda at the front desk',
    'email his wife instead',
    'nicht vor Montag melden',
    'no llamar antes del lunes',
    'after the audit',
    'silent mode',
    'ask Jim',
    'maybe remind her, maybe not',
    'away from Friday',
    'contact only if really necessary',
    'Do not remind him about anything until he has paid us',
    'прошу не писать',
    'OOO',
    'reminders stop when he says so',
  ])('holds and asks when in doubt about "%s"', (note) => {
    const { preferences, not_understood } = read(note)
    if (note === 'silent mode') return expect(preferences.every).toBeNull()
    expect(preferences.hold).not.toBeNull()
    expect(not_understood.length > 0 || preferences.hold?.why).toBeTruthy()
  })

  it('knows Independence Day, whose name Juneteenth has, too', () => {
    const inJune = { today: '2026-06-09', due: '2026-06-30', timeZone: TIME_ZONE }
    for (const name of ['Independence Day', 'the 4th of July', 'July 4th'])
      expect(understandNotes(`nothing until ${name}`, inJune).preferences.not_before).toBe('2026-07-04')
    const both = understandNotes('no reminders between Juneteenth and the 4th of July', inJune).preferences
    expect(both.quiet).toEqual([{ from: '2026-06-19', until: '2026-07-04' }])
  })

  it('asks when a numeric date can be read in two ways', () => {
    const inLondon = (note: string) => understandNotes(note, { today: TODAY, due: DUE, timeZone: 'Europe/London' })
    expect(inLondon('on vacation until 12/4').preferences.hold).not.toBeNull()
    expect(inLondon('on vacation until 4 December').preferences.hold).toBeNull()
    expect(read('on vacation until 12/4').preferences.hold).toBeNull()
  })

  const restrictive = all.filter((e) => {
    const { preferences } = read(e.note)
    return meaningOf(e).hold === null && preferences.hold === null && effectOf(preferences) !== effectOf(NO_PREFERENCES)
  })

  /** Returns what a note with an error allows, although the note without it forbids it. */
  function loosened(note: string, changed: string): string | null {
    const [before, after] = [read(note).preferences, read(changed).preferences]
    if (after.hold || after.never) return null
    if (before.never) return 'never'
    const open = new Set(openSlots(before))
    if (openSlots(after).some((slot) => !open.has(slot))) return 'times'
    if ((after.max ?? 99) > (before.max ?? 99) && before.only_on === null) return 'max'
    // Without an interval, reminders are at least two days apart.
    if ((after.every ?? 2) < (before.every ?? 2)) return 'every'
    return null
  }

  it('never allows more when a note contains a word that it does not know', () => {
    const unknown = stringMatching(/^[bdgkp][qxz][a-z]{2,6}[qxz]$/)
    assert(
      property(constantFrom(...restrictive), nat(), unknown, ({ note }, n, word) => {
        const words = note.split(' ')
        const at = n % (words.length + 1)
        const changed = [...words.slice(0, at), word, ...words.slice(at)].join(' ')
        expect([changed, loosened(note, changed)]).toEqual([changed, null])
      }),
      { numRuns: 600 },
    )
  })

  it('never allows more when a note has a typing error', () => {
    const errors = [
      (note: string, i: number) => note.slice(0, i) + note.slice(i + 1),
      (note: string, i: number) => note.slice(0, i) + note.slice(i, i + 1) + note.slice(i),
      (note: string, i: number) =>
        note.slice(0, i) + note.slice(i + 1, i + 2) + note.slice(i, i + 1) + note.slice(i + 2),
    ]
    assert(
      property(constantFrom(...restrictive), nat(), constantFrom(...errors), ({ note }, n, change) => {
        // Short words become other words too easily, such as "thru" and "Thu".
        const words = [...note.matchAll(/[a-z]{5,}/gi)]
        const letters = words.flatMap(({ 0: word, index }) =>
          Array.from({ length: word.length - 1 }, (_, i) => index + i),
        )
        const changed = change(note, letters[n % letters.length] ?? 0)
        expect([note, changed, loosened(note, changed)]).toEqual([note, changed, null])
      }),
      { numRuns: 600 },
    )
  })

  it('reads long and hostile notes quickly', () => {
    const start = Date.now()
    for (const note of ['a '.repeat(2000), 'until '.repeat(660), '(('.repeat(2000), 'Dec 1 to '.repeat(440)]) read(note)
    for (const space of ['\t\t', '\u00a0 ', ' \n ']) read(`${space}a week`.repeat(NOTES_MAX / 8))
    const units = ['no email on ', '2 days ', 'between 9 and ', 'every other ', '1/1-', 'the week before ', 'mon, ']
    const odd = ['remind him ', 'ask for the ', '\ue000', 'ß\u0130', '> ', '\u00a0 once ', ' \n a month ']
    for (const unit of [...units, ...odd]) read(`${unit.repeat(NOTES_MAX).slice(0, NOTES_MAX - 6)}twice!`)
    expect(Date.now() - start).toBeLessThan(5000)
  })
})
