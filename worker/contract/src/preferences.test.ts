import { assert, constantFrom, property, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describePreferences } from './describe-preferences.ts'
import { NO_PREFERENCES } from './no-preferences.ts'
import { commonTimes, mergePreferences } from './merge-preferences.ts'
import { Preferences, type ReminderTimes } from './preferences.ts'

const preferences = (change: Partial<Preferences>): Preferences => Preferences.parse({ ...NO_PREFERENCES, ...change })
const labels = (change: Partial<Preferences>): string[] => describePreferences(preferences(change)).map((d) => d.label)

describe('mergePreferences', () => {
  it('keeps what restricts more, and the own tone and order', () => {
    const merged = mergePreferences(
      preferences({
        not_before: '2026-12-01',
        max: 5,
        every: 2,
        only_on: ['2026-12-04', '2026-12-07'],
        tone: { before: 'gentle', after: 'neutral' },
        first: ['Receipts'],
      }),
      preferences({
        not_before: '2026-12-03',
        max: 3,
        every: 7,
        only_on: ['2026-12-07'],
        tone: { before: 'firm', after: 'firm' },
        first: ['Payroll'],
      }),
    )
    expect(merged).toMatchObject({ never: false, not_before: '2026-12-03', max: 3, every: 7, only_on: ['2026-12-07'] })
    expect(merged).toMatchObject({ tone: { before: 'gentle', after: 'firm' }, first: ['Receipts', 'Payroll'] })
  })

  it('repeats nothing that both contain', () => {
    const both = preferences({
      quiet: [{ from: '2026-12-01', until: '2026-12-03' }],
      times: [{ weekdays: [1], from: '09:00', until: '12:00' }],
      first: ['Receipts'],
      parts: [{ what: ['Payroll'], due: '2026-12-01', not_before: null }],
    })
    expect(mergePreferences(both, both)).toEqual(both)
  })

  it('sends nothing when dates or times have nothing in common', () => {
    const own = preferences({ only_on: ['2026-12-04'] })
    expect(mergePreferences(own, preferences({ only_on: ['2026-12-05'] })).never).toBe(true)
    const mondays = preferences({ times: [{ weekdays: [1], from: '09:00', until: '12:00' }] })
    const tuesdays = preferences({ times: [{ weekdays: [2], from: '09:00', until: '12:00' }] })
    expect(mergePreferences(mondays, tuesdays).never).toBe(true)
  })
})

describe('commonTimes', () => {
  it('allows a time exactly when both lists allow it', () => {
    const windows: ReminderTimes[] = [
      { weekdays: [1, 2, 3], from: '09:00', until: '12:00' },
      { weekdays: [3, 4, 5], from: '10:00', until: '18:00' },
      { weekdays: [0, 6], from: '08:00', until: '21:00' },
    ]
    const allows = (list: readonly ReminderTimes[], day: number, time: string): boolean =>
      list.length === 0 || list.some((w) => w.weekdays.includes(day) && w.from <= time && time < w.until)
    assert(
      property(
        subarray(windows),
        subarray(windows),
        constantFrom(0, 1, 2, 3, 4, 5, 6),
        constantFrom('08:30', '09:30', '11:00', '15:00', '20:00'),
        (a, b, day, time) => {
          const common = commonTimes(a, b)
          expect(common !== null && allows(common, day, time)).toBe(allows(a, day, time) && allows(b, day, time))
        },
      ),
    )
  })

  it('stays short when many lists overlap', () => {
    const windows = Array.from({ length: 14 }, (_, i) => ({
      weekdays: [0, 1, 2, 3, 4, 5, 6].filter((day) => (i + day) % 5 > 0),
      from: `${String(8 + (i % 5)).padStart(2, '0')}:00`,
      until: `${12 + (i % 8)}:${10 + i}`,
    }))
    const common = Array.from({ length: 20 }).reduce<ReminderTimes[]>((times) => commonTimes(times, windows) ?? [], [])
    expect(common.length).toBeGreaterThan(0)
    expect(common.length).toBeLessThanOrEqual(7 * windows.length)
  })
})

describe('describePreferences', () => {
  it('names each preference in a few words', () => {
    expect(labels({})).toEqual([])
    expect(labels({ quiet: [{ from: '2026-11-28', until: '2026-12-06' }] })).toEqual(['Quiet Nov 28 – Dec 6'])
    expect(labels({ tone: { before: 'gentle', after: 'firm' } })).toEqual(['Gentle before and firm after the due date'])
    expect(labels({ every: 7, max: 1 })).toEqual(['Once a week', 'One reminder'])
    expect(labels({ times: [{ weekdays: [1, 2, 3, 4], from: '09:00', until: '18:00' }] })).toEqual([
      'Mon – Thu, 9 AM – 6 PM',
    ])
    expect(labels({ parts: [{ what: [], due: null, not_before: '2026-12-26' }] })).toEqual([
      'The rest not before Dec 26',
    ])
    expect(labels({ hold: { ask_on: '2026-12-03', why: 'Call' }, first: ['A', 'B'] })).toEqual([
      'On hold, ask me on Dec 3',
      'First: A, then B',
    ])
  })

  it('returns the preferences without each one', () => {
    const both = preferences({ never: true, only_on: ['2026-12-04'] })
    expect(describePreferences(both)[0]?.without).toEqual({ ...both, never: false })
    expect(describePreferences(both)[1]?.without).toEqual({ ...both, only_on: null })
  })
})
