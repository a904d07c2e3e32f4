import type { NoteWishes } from '@portal/contract/agent'
import { daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import {
  array,
  assert,
  boolean,
  constant,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  tuple,
  uuid,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localTime } from '../time/time-zone.ts'
import { type PlanDaysInput, type PlanAssignment, planDays } from './plan-days.ts'
import { isDue, sendAt } from './send-times.ts'

const NONE: NoteWishes = { tone: 'neutral', quiet: [], cadence: 'normal', first: null }
// A Monday.
const MONDAY = '2026-11-23'
const pair = (more: Partial<PlanAssignment> = {}): PlanAssignment => ({
  submission_id: 'one',
  due_date: addDays(MONDAY, 9),
  assigned_on: addDays(MONDAY, -1),
  paused: false,
  sent: 0,
  escalated: false,
  wishes: NONE,
  ...more,
})
const planWith = (input: Partial<PlanDaysInput> = {}) =>
  planDays({
    today: MONDAY,
    open: true,
    resumes: null,
    pairs: [pair()],
    sent: [],
    escalatedOn: [],
    skipped: [],
    ...input,
  })
const days = (input: Partial<PlanDaysInput> = {}) =>
  planWith(input).map((p) => `${p.kind === 'message' ? '' : '!'}${daysBetween(MONDAY, p.day)}`)

describe('planDays', () => {
  it('plans reminders 7, 3 and 1 days before, on the day and every 3 days after, then an escalation', () => {
    // Due on a Wednesday; 3 days before is a Sunday, so Friday; 3 days after is a Saturday, so Monday. The
    // fifth is the last.
    expect(days()).toEqual(['2', '4', '8', '9', '14', '!15'])
  })

  it('plans fewer or more reminders when the notes ask for it', () => {
    expect(days({ pairs: [pair({ wishes: { ...NONE, cadence: 'less' } })] })).toEqual([
      '4',
      '9',
      '15',
      '21',
      '28',
      '!35',
    ])
    expect(days({ pairs: [pair({ wishes: { ...NONE, cadence: 'more' } })] })).toEqual([
      '4',
      '8',
      '9',
      '11',
      '14',
      '!15',
    ])
  })

  it('plans one reminder after an absence instead of all that fell into it', () => {
    const wishes = { ...NONE, quiet: [{ from: null, until: addDays(MONDAY, 8) }] }
    expect(days({ pairs: [pair({ wishes })] })).toEqual(['9', '14', '15', '18', '21', '!24'])
  })

  it('combines reminders of the same day into one message', () => {
    const both = planWith({ pairs: [pair(), pair({ submission_id: 'two', due_date: addDays(MONDAY, 8) })] })
    expect(both.find((p) => p.day === addDays(MONDAY, 8))?.about).toEqual([
      { submission_id: 'one', step: 3 },
      { submission_id: 'two', step: 4 },
    ])
  })

  it('plans nothing when an assignment is paused or has no due date, or follow-ups are not allowed', () => {
    expect(days({ pairs: [pair({ paused: true }), pair({ due_date: null })] })).toEqual([])
    expect(days({ open: false })).toEqual([])
    expect(days({ pairs: [pair({ sent: FOLLOW_UPS_MAX })] })).toEqual(['!2'])
    expect(days({ pairs: [pair({ sent: FOLLOW_UPS_MAX, escalated: true })] })).toEqual([])
  })

  it('keeps skipped days and plans another reminder instead', () => {
    const skipping = planWith({ skipped: [addDays(MONDAY, 4)] })
    expect(skipping.map((p) => [daysBetween(MONDAY, p.day), p.skipped])).toEqual([
      [2, false],
      [4, true],
      [8, false],
      [9, false],
      [14, false],
      [15, false],
      [18, false],
    ])
  })
})

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
const anyDay = integer({ min: -60, max: 120 }).map((n) => addDays(MONDAY, n))
const anyWishes = record({
  tone: constantFrom('gentle' as const, 'neutral' as const, 'firm' as const),
  cadence: constantFrom('less' as const, 'normal' as const, 'more' as const),
  first: constant(null),
  quiet: array(
    tuple(option(anyDay), integer({ min: 0, max: 30 }), anyDay).map(([from, n, until]) => ({
      from,
      until: from ? addDays(from, n) : until,
    })),
    { maxLength: 2 },
  ),
})
const anyPair = record({
  due_date: option(anyDay, { freq: 8 }),
  assigned_on: integer({ min: -60, max: 0 }).map((n) => addDays(MONDAY, n)),
  paused: boolean(),
  sent: constant<number>(0),
  escalated: constant<boolean>(false),
  wishes: anyWishes,
})
/** An event before anything is sent on a day, for an assignment by number. */
const anyEvent = record({
  on: integer({ min: 0, max: 150 }),
  pair: nat(2),
  what: constantFrom(
    'hand in' as const,
    'hand back' as const,
    'pause' as const,
    'resume' as const,
    'inactive' as const,
    'active' as const,
    'skip' as const,
  ),
})

describe('planDays and isDue', () => {
  it('never send at night, on quiet days, after completion, above the limit, or twice a day', () => {
    assert(
      property(
        constantFrom(...ZONES),
        uuid(),
        array(anyPair, { minLength: 1, maxLength: 3 }),
        array(anyEvent, { maxLength: 12 }),
        integer({ min: 0, max: 1439 }),
        (zone, client, given, events, minute) => {
          const pairs = given.map((p, i) => ({ ...p, submission_id: String(i), handedIn: false }))
          const sent: string[] = []
          const escalatedOn: string[] = []
          const skipped: string[] = []
          let active = true
          for (let n = 0; n <= 150; n++) {
            for (const { pair: index, what } of events.filter((e) => e.on === n)) {
              const target = pairs[index % pairs.length]
              if (what === 'skip') skipped.push(addDays(MONDAY, n + 1))
              if (what === 'inactive' || what === 'active') active = what === 'active'
              if (target && (what === 'hand in' || what === 'hand back')) target.handedIn = what === 'hand in'
              if (target && (what === 'pause' || what === 'resume')) target.paused = what === 'pause'
            }
            // The agent runs twice a day, at any minute.
            for (const now of [minute, 1439 - minute].map(
              (m) => new Date(Date.parse(`${MONDAY}T00:00:00Z`) + n * 86_400_000 + m * 60_000),
            )) {
              const { day: today } = localTime(zone, now)
              const input = {
                today,
                open: active,
                resumes: null,
                pairs: pairs.map((p) => (p.handedIn ? { ...p, due_date: null } : p)),
                sent,
                escalatedOn,
                skipped,
              }
              for (const planned of planDays(input)) {
                expect(planned.day >= today).toBe(true)
                if (!isDue(planned.day, client, zone, now) || planned.skipped) continue
                const { minutes } = localTime(zone, now)
                expect(minutes >= 9 * 60 && minutes < 18 * 60).toBe(true)
                expect([0, 6]).not.toContain(new Date(`${today}T00:00:00Z`).getUTCDay())
                expect(active).toBe(true)
                // Only messages can be skipped, not escalations.
                if (planned.kind === 'message') expect(skipped).not.toContain(today)
                for (const { submission_id, step } of planned.about) {
                  const target = pairs[Number(submission_id)]
                  if (!target) throw new Error('about nothing')
                  expect(target.handedIn || target.paused || target.due_date === null).toBe(false)
                  expect(target.assigned_on < today).toBe(true)
                  expect(target.wishes.quiet.some((q) => (q.from ?? '') <= today && today <= q.until)).toBe(false)
                  if (planned.kind === 'escalation') {
                    expect(target.sent).toBe(FOLLOW_UPS_MAX)
                    expect(target.escalated).toBe(false)
                    target.escalated = true
                  } else {
                    expect(step).toBe(target.sent + 1)
                    expect(step <= FOLLOW_UPS_MAX).toBe(true)
                    target.sent++
                  }
                }
                if (planned.kind === 'escalation') {
                  expect(escalatedOn).not.toContain(today)
                  escalatedOn.push(today)
                }
                if (planned.kind === 'message') {
                  expect(sent).not.toContain(today)
                  sent.push(today)
                }
              }
            }
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('plan for tomorrow the same as today without today', () => {
    assert(
      property(array(anyPair, { minLength: 1, maxLength: 3 }), integer({ min: 0, max: 100 }), (given, n) => {
        const pairs = given.map((p, i) => ({ ...p, submission_id: String(i) }))
        const today = addDays(MONDAY, n)
        const now = planDays({ today, open: true, resumes: null, pairs, sent: [], escalatedOn: [], skipped: [] })
        if (now[0]?.day === today) return
        expect(
          planDays({
            today: addDays(today, 1),
            open: true,
            resumes: null,
            pairs,
            sent: [],
            escalatedOn: [],
            skipped: [],
          }),
        ).toEqual(now)
      }),
      { numRuns: 300 },
    )
  })

  it('have one sending time on every day, even when the clocks change', () => {
    assert(
      property(constantFrom(...ZONES), uuid(), integer({ min: 0, max: 800 }), (zone, client, n) => {
        const day = addDays('2026-01-01', n)
        const at = sendAt(day, client, zone)
        expect(localTime(zone, at).day).toBe(day)
        expect(isDue(day, client, zone, at)).toBe(true)
        expect(isDue(day, client, zone, new Date(at.getTime() - 60_000))).toBe(false)
        expect(isDue(addDays(day, 1), client, zone, at)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })
})
