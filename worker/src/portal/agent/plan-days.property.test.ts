import { addDays, daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  tuple,
  uniqueArray,
  uuid,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forbids } from '../../testing/forbidden-reminders.ts'
import { localTime } from '../../platform/time/time-zone.ts'
import { holidaysIn } from './holidays.ts'
import { type PlanAssignment, planDays } from './plan-days.ts'
import { isDue, sendAt } from '../../platform/time/send-times.ts'

const ZONES = [
  'UTC',
  'America/New_York',
  'Europe/London',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'America/Havana',
  'Africa/Casablanca',
]
/** Days of a simulation, which starts on any day of two years, so that clocks change in some. */
const DAYS = 70
const anyStart = nat(700).map((n) => addDays('2026-01-01', n))
const offset = integer({ min: -10, max: 60 })
const anyTimes = tuple(
  uniqueArray(nat(6), { minLength: 1, maxLength: 7 }),
  constantFrom(['08:00', '09:00'], ['09:00', '18:00'], ['12:00', '12:10'], ['17:00', '21:00'], ['20:30', '21:00']),
).map(([weekdays, [from = '', until = '']]) => ({ weekdays, from, until }))

/** Preferences with days relative to the start. */
const anyPreferences = record({
  never: integer({ min: 0, max: 19 }).map((n) => n === 0),
  not_before: option(offset, { freq: 3 }),
  quiet: array(tuple(offset, nat(25)), { maxLength: 2 }),
  times: array(anyTimes, { maxLength: 2 }),
  max: option(integer({ min: 1, max: 6 }), { freq: 2 }),
  only_on: option(uniqueArray(offset, { minLength: 1, maxLength: 4 }), { freq: 1 }),
  every: option(integer({ min: 1, max: 15 }), { freq: 2 }),
})
const preferencesFrom = (start: string, given: Given) => ({
  ...NO_PREFERENCES,
  ...given,
  not_before: given.not_before === null ? null : addDays(start, given.not_before),
  quiet: given.quiet.map(([from, n]) => ({ from: addDays(start, from), until: addDays(start, from + n) })),
  only_on: given.only_on && given.only_on.map((n) => addDays(start, n)),
})
interface Given extends Pick<Preferences, 'never' | 'times' | 'max' | 'every'> {
  not_before: number | null
  quiet: [number, number][]
  only_on: number[] | null
}
const anyPair = record({
  due: array(offset, { minLength: 1, maxLength: 2 }),
  assigned: integer({ min: -20, max: 0 }),
  paused: integer({ min: 0, max: 9 }).map((n) => n === 0),
  promised: option(offset, { freq: 2 }),
  preferences: anyPreferences,
})
/** The bookkeeper skips the next day, or the client submits everything, or makes, changes or withdraws a promise. */
const anyEvent = record({
  on: nat(DAYS),
  pair: nat(2),
  what: constantFrom('skip' as const, 'submit' as const, 'promise' as const, 'withdraw' as const),
  ahead: nat(14),
})

interface Simulated extends PlanAssignment {
  sent: string[]
}

describe('planDays and isDue', () => {
  it('never send what a preference or promise forbids, in all time zones, months and when the clocks change', () => {
    assert(
      property(
        constantFrom(...ZONES),
        uuid(),
        anyStart,
        array(anyPair, { minLength: 1, maxLength: 3 }),
        option(integer({ min: 1, max: 10 }), { freq: 1 }),
        array(anyEvent, { maxLength: 6 }),
        nat(1439),
        boolean(),
        (timeZone, clientId, start, given, every, events, minute, isReachable) => {
          const [times = []] = given.map((p) => p.preferences.times)
          const pairs = given.map(
            (p, i): Simulated => ({
              submission_id: String(i),
              tracks: p.due.map((n) => ({ due_date: addDays(start, n), not_before: null })),
              assigned_on: addDays(start, p.assigned),
              paused: p.paused,
              sent: [],
              escalated: false,
              promised: p.promised === null ? null : addDays(start, p.promised),
              // Times apply to the person, so they are the same for all assignments.
              preferences: { ...preferencesFrom(start, p.preferences), times },
            }),
          )
          const person = { quiet: pairs.flatMap((p) => p.preferences.quiet), times }
          const isHoliday = holidaysIn(timeZone)
          const sent: string[] = []
          const escalatedOn: string[] = []
          const skipped: string[] = []
          for (let n = 0; n <= DAYS; n++) {
            for (const { pair, what, ahead } of events.filter((e) => e.on === n)) {
              const target = pairs[pair % pairs.length]
              if (what === 'skip') skipped.push(addDays(start, n + 1))
              else if (target && what === 'submit') target.tracks = []
              else if (target) target.promised = what === 'promise' ? addDays(start, n + ahead) : null
            }
            // The agent runs three times a day, at any minute.
            for (const m of [minute, 1439 - minute, (minute + 720) % 1440]) {
              const now = new Date(Date.parse(`${start}T00:00:00Z`) + n * 86_400_000 + m * 60_000)
              const today = localTime(timeZone, now).day
              const plan = planDays({
                today,
                open: isReachable,
                resumes: null,
                person,
                isHoliday,
                every,
                pairs,
                sent,
                escalatedOn,
                skipped,
              })
              for (const planned of plan) {
                expect(planned.day >= today).toBe(true)
                if (!isDue(planned.day, { times, clientId, timeZone }, now)) continue
                if (planned.kind === 'escalation') {
                  for (const { submission_id } of planned.about) {
                    const target = pairs[Number(submission_id)]
                    expect(target?.escalated).toBe(false)
                    expect(today > (target?.promised ?? '')).toBe(true)
                    if (target) target.escalated = true
                  }
                  escalatedOn.push(today)
                  continue
                }
                if (planned.skipped) continue
                expect(isReachable).toBe(true)
                expect(isHoliday(today)).toBe(false)
                expect(skipped).not.toContain(today)
                if (every !== null) expect(sent.filter((d) => daysBetween(d, today) < every)).toEqual([])
                expect(sent).not.toContain(today)
                expect(person.quiet.filter((q) => q.from <= today && today <= q.until)).toEqual([])
                for (const { submission_id, step } of planned.about) {
                  const target = pairs[Number(submission_id)]
                  if (!target) throw new Error('about nothing')
                  const reminder = { day: today, at: now, timeZone, number: step, earlier: target.sent }
                  expect(forbids(target.preferences, reminder)).toBeNull()
                  expect(step).toBe(target.sent.length + 1)
                  expect(target.promised !== null && today <= target.promised).toBe(false)
                  expect(target.paused || target.tracks.length === 0).toBe(false)
                  expect(target.assigned_on < today).toBe(true)
                  const due = target.tracks.map((t) => t.due_date).toSorted()[0] ?? ''
                  const overdue = target.sent.filter((d) => d > due).length
                  if (today > due) expect(overdue).toBeLessThan(FOLLOW_UPS_MAX)
                  target.sent.push(today)
                }
                sent.push(today)
              }
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('plan for tomorrow the same as today without today', () => {
    assert(
      property(anyStart, array(anyPair, { minLength: 1, maxLength: 3 }), nat(60), (start, given, n) => {
        const today = addDays(start, n)
        const pairs = given.map((p, i) => ({
          submission_id: String(i),
          tracks: p.due.map((d) => ({ due_date: addDays(start, d), not_before: null })),
          assigned_on: addDays(start, p.assigned),
          paused: p.paused,
          sent: [],
          escalated: false,
          promised: p.promised === null ? null : addDays(start, p.promised),
          preferences: preferencesFrom(start, p.preferences),
        }))
        const input = {
          open: true,
          resumes: null,
          person: { quiet: pairs.flatMap((p) => p.preferences.quiet), times: [] },
          isHoliday: () => false,
          every: null,
          pairs,
          sent: [],
          escalatedOn: [],
          skipped: [],
        }
        const now = planDays({ ...input, today })
        if (now[0]?.day === today) return
        expect(planDays({ ...input, today: addDays(today, 1) })).toEqual(now)
      }),
      { numRuns: 300 },
    )
  })

  it('have one sending time on every day, even when the clocks change', () => {
    const any = { weekdays: [0, 1, 2, 3, 4, 5, 6], from: '08:00', until: '21:00' }
    assert(
      property(constantFrom(...ZONES), uuid(), nat(800), (timeZone, clientId, n) => {
        const day = addDays('2026-01-01', n)
        const times = { times: [any], clientId, timeZone }
        const at = sendAt(day, times)
        expect(localTime(timeZone, at).day).toBe(day)
        expect(isDue(day, times, at)).toBe(true)
        expect(isDue(day, times, new Date(at.getTime() - 60_000))).toBe(false)
        expect(isDue(addDays(day, 1), times, at)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
