import { addDays, daysBetween } from '@portal/contract/dates'
import { FOLLOW_UPS_MAX } from '@portal/contract/limits'
import { NO_PREFERENCES } from '@portal/contract/no-preferences'
import type { Preferences } from '@portal/contract/preferences'
import { describe, expect, it } from 'vitest'
import { type PlanAssignment, type PlanDaysInput, planDays } from './plan-days.ts'

// A Monday.
const MONDAY = '2026-11-23'
const day = (n: number): string => addDays(MONDAY, n)
const pair = ({
  due = day(9),
  preferences,
  ...more
}: Partial<Omit<PlanAssignment, 'preferences'>> & { due?: string; preferences?: Partial<Preferences> } = {}) => ({
  submission_id: 'one',
  tracks: [{ due_date: due, not_before: null }],
  assigned_on: day(-1),
  paused: false,
  sent: [],
  escalated: false,
  promised: null,
  preferences: { ...NO_PREFERENCES, ...preferences },
  ...more,
})
const planWith = (input: Partial<PlanDaysInput> = {}) =>
  planDays({
    today: MONDAY,
    open: true,
    resumes: null,
    person: { quiet: [], times: [] },
    isHoliday: () => false,
    every: null,
    pairs: [pair()],
    sent: [],
    escalatedOn: [],
    skipped: [],
    ...input,
  })
const days = (input: Partial<PlanDaysInput> = {}) =>
  planWith(input).map((p) => `${p.kind === 'message' ? '' : '!'}${daysBetween(MONDAY, p.day)}`)
const daysFor = (preferences: Partial<Preferences>, more: Partial<PlanDaysInput> = {}) =>
  days({ pairs: [pair({ preferences })], ...more })
const quiet = (from: number, until: number) => ({ quiet: [{ from: day(from), until: day(until) }], times: [] })

describe('planDays', () => {
  it('plans reminders 7, 3 and 1 days before, on the day and five every 3 days after, then an escalation', () => {
    // Due on a Wednesday; 3 days before is a Sunday, so Friday; 3 days after is a Saturday, so Monday.
    expect(days()).toEqual(['2', '4', '8', '9', '14', '18', '21', '24', '28', '!30'])
  })

  it('follows the rhythm of the preferences', () => {
    expect(daysFor({ every: 7 })).toEqual(['2', '9', '16', '23', '30', '37', '44', '!51'])
    expect(daysFor({ every: 1 })).toEqual(['2', '3', '4', '7', '8', '9', '10', '11', '14', '15', '16', '!17'])
    expect(daysFor({ every: 10 })).toEqual(['0', '10', '21', '31', '42', '52', '!59'])
  })

  it('plans the dates and the number of reminders that the preferences name', () => {
    expect(daysFor({ only_on: [day(2), day(7)] })).toEqual(['2', '7', '!14'])
    expect(daysFor({ max: 2 })).toEqual(['2', '4', '!14'])
    expect(daysFor({ only_on: [day(2)], max: 1 }, { today: day(3) })).toEqual(['!14'])
    expect(daysFor({ not_before: day(8) })).toEqual(['8', '14', '18', '21', '24', '28', '!30'])
    expect(daysFor({ never: true })).toEqual([])
  })

  it('plans one reminder after a quiet period, and none on the next day', () => {
    expect(days({ person: quiet(-1, 7) })).toEqual(['8', '14', '18', '21', '24', '28', '!30'])
    expect(days({ person: quiet(-1, 8) })[0]).toBe('9')
    expect(days({ person: quiet(-1, 7), pairs: [pair({ preferences: { every: 1 } })] }).slice(0, 3)).toEqual([
      '8',
      '9',
      '10',
    ])
  })

  it('moves reminders from public holidays and weekdays that the preferences exclude', () => {
    expect(days({ isHoliday: (d) => d === day(2) })[0]).toBe('1')
    const times = [{ weekdays: [1, 4], from: '09:00', until: '12:00' }]
    expect(days({ person: { quiet: [], times } }).slice(0, 3)).toEqual(['0', '3', '7'])
  })

  it('keeps the distance between messages about different workforms, and joins them', () => {
    const pairs = [pair(), pair({ submission_id: 'two', due: day(10) })]
    const planned = planWith({ pairs, every: 5 })
    expect(planned.map((p) => daysBetween(MONDAY, p.day)).slice(0, 3)).toEqual([2, 7, 14])
    expect(planned[1]?.about.map((a) => a.submission_id)).toEqual(['one', 'two'])
  })

  it('combines reminders of the same day into one message', () => {
    const both = planWith({ pairs: [pair(), pair({ submission_id: 'two', due: day(8) })] })
    expect(both.find((p) => p.day === day(8))?.about).toEqual([
      { submission_id: 'one', step: 3, overdue: 0, last: false },
      { submission_id: 'two', step: 4, overdue: 0, last: false },
    ])
  })

  it('asks for parts of an assignment on their own dates', () => {
    const tracks = [
      { due_date: day(9), not_before: null },
      { due_date: day(9), not_before: day(35) },
    ]
    expect(days({ pairs: [pair({ tracks })] })[0]).toBe('2')
    expect(days({ pairs: [pair({ tracks: tracks.slice(1) })] })[0]).toBe('35')
  })

  it('announces the last reminder of each assignment, and no other', () => {
    const plan = planWith({ pairs: [pair(), pair({ submission_id: 'two', due: day(2), preferences: { max: 2 } })] })
    const last = plan.flatMap((p) => p.about.filter((a) => a.last).map((a) => `${a.submission_id} ${p.day}`))
    const lastDay = (id: string) =>
      plan.findLast((p) => p.kind === 'message' && p.about.some((a) => a.submission_id === id))?.day
    expect(last.toSorted()).toEqual([`one ${lastDay('one')}`, `two ${lastDay('two')}`])
  })

  it('sends nothing about a promised assignment until the day after, and goes on when the promise was missed', () => {
    expect(days()).toContain('2')
    const promised = [pair({ promised: day(4) })]
    // Sunday, Saturday and then Monday, when nothing was sent on Wednesday of the week before.
    expect(days({ pairs: promised })[0]).toBe('7')
    expect(days({ pairs: promised, today: day(5) })[0]).toBe('7')
    const both = planWith({ pairs: [...promised, pair({ submission_id: 'two' })] })
    const about = both.filter((p) => p.day <= day(4)).flatMap((p) => p.about.map((a) => a.submission_id))
    expect(new Set(about)).toEqual(new Set(['two']))
  })

  it('does not escalate an assignment while a promise is open', () => {
    const sent = Array.from({ length: FOLLOW_UPS_MAX }, (_, i) => day(-20 + 3 * i))
    const overdue = pair({ due: day(-23), sent })
    expect(days({ pairs: [overdue], sent })).toEqual(['!0'])
    expect(days({ pairs: [{ ...overdue, promised: day(2) }], sent })).toEqual(['!3'])
  })

  it('counts reminders again after the due date has moved, and never reminds on consecutive days after it', () => {
    expect(days({ pairs: [pair({ due: day(-1), sent: [day(1)] })], sent: [day(1)], today: day(2) })[0]).toBe('7')
  })

  it('plans a client with very many due dates quickly', () => {
    const tracks = (i: number) =>
      Array.from({ length: 5 }, (_, k) => ({ due_date: day((i * 7 + k * 5) % 390), not_before: null }))
    const pairs = Array.from({ length: 100 }, (_, i) => pair({ submission_id: `${i}`, tracks: tracks(i) }))
    const start = Date.now()
    expect(planWith({ pairs }).length).toBeGreaterThan(100)
    expect(Date.now() - start).toBeLessThan(5000)
  })

  it('plans nothing when an assignment is paused or has nothing to ask for, or follow-ups are not allowed', () => {
    expect(days({ pairs: [pair({ paused: true }), pair({ tracks: [] })] })).toEqual([])
    expect(days({ open: false })).toEqual([])
    const sent = Array.from({ length: FOLLOW_UPS_MAX }, (_, i) => day(-20 + 3 * i))
    expect(days({ pairs: [pair({ due: day(-23), sent })], sent })).toEqual(['!0'])
    expect(days({ pairs: [pair({ due: day(-23), sent, escalated: true })], sent })).toEqual([])
  })

  it('keeps skipped days and plans another reminder instead', () => {
    const skipping = planWith({ skipped: [day(14)] })
    expect(skipping.map((p) => [daysBetween(MONDAY, p.day), p.skipped]).slice(3, 7)).toEqual([
      [9, false],
      [14, true],
      [15, false],
      [18, false],
    ])
    expect(skipping.filter((p) => p.kind === 'message' && !p.skipped)).toHaveLength(9)
  })
})
