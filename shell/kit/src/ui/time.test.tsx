import { shortDate } from '@portal/contract/dates'
import { describe, expect, it } from 'vitest'
import { dateAndTime, dayAgo, dayLabel, longDay, mediumDate, threadTime, timeAgo, timeOfDay } from './time.tsx'

const now = new Date(2026, 10, 20, 15, 0).getTime()
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString()

describe('time of a thread', () => {
  it('shows the time under 24 hours, the weekday under 168, else the short date', () => {
    expect(threadTime(ago(23.99), now)).toMatch(/^\d{1,2}:\d{2}\s[AP]M$/)
    expect(threadTime(ago(24), now)).toBe('Thu')
    expect(threadTime(ago(167.99), now)).toBe('Fri')
    expect(threadTime(ago(168), now)).toBe('Nov 13')
  })
  it('changes exactly at the limits', () => {
    const before = (hours: number) => new Date(now - hours * 3_600_000 + 1).toISOString()
    expect(threadTime(before(24), now)).toBe('3:00 PM')
    expect(threadTime(ago(24), now)).toBe('Thu')
    expect(threadTime(before(168), now)).toBe('Fri')
    expect(threadTime(ago(168), now)).toBe('Nov 13')
  })
  it('treats a time in the future as today', () => {
    expect(threadTime(ago(-1), now)).toBe('4:00 PM')
    expect(timeAgo(ago(-1), now)).toBe('just now')
    expect(dayLabel(ago(-1), now)).toBe('Today')
  })
})

describe('other times', () => {
  it('describes the recent past in words', () => {
    expect(timeAgo(ago(0), now)).toBe('just now')
    expect(timeAgo(ago(0.5), now)).toBe('30 minutes ago')
    expect(timeAgo(ago(26), now)).toBe('yesterday')
    expect(timeAgo(ago(24 * 30), now)).toBe('Oct 21, 2026')
  })
  it('counts days by midnights, and names the year only if it is another', () => {
    expect([-1, 14, 16, 26, 24 * 6, 24 * 7].map((h) => dayAgo(ago(h), now))).toEqual([
      'today',
      'today',
      'yesterday',
      'yesterday',
      '6 days ago',
      'Nov 13',
    ])
    expect(dayAgo(ago(24 * 400), now)).toBe('Oct 16, 2025')
  })
  it('names the day of a message', () => {
    expect([0, 24, 48].map((h) => dayLabel(ago(h), now))).toEqual(['Today', 'Yesterday', 'Wednesday, November 18'])
  })
  it('formats every date like `Intl` in American English', () => {
    const say = (date: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat('en-US', options).format(date).replaceAll('\u202f', ' ')
    const day = { month: 'short', day: 'numeric', year: 'numeric' } as const
    const time = { hour: 'numeric', minute: '2-digit' } as const
    // Six years, in steps that cover every hour, weekday and month.
    for (let at = Date.UTC(2023, 0, 1); at < Date.UTC(2029, 0, 1); at += 373 * 3_600_000) {
      const [date, iso] = [new Date(at), new Date(at).toISOString()]
      const later = at + 8 * 86_400_000
      const year = date.getFullYear() === new Date(later).getFullYear() ? {} : ({ year: 'numeric' } as const)
      expect([mediumDate(iso), dateAndTime(iso), timeOfDay(iso)]).toEqual([
        say(date, day),
        say(date, { ...day, ...time }),
        say(date, time),
      ])
      expect(threadTime(iso, later)).toBe(say(date, { month: 'short', day: 'numeric' }))
      expect(threadTime(iso, at + 2 * 86_400_000)).toBe(say(date, { weekday: 'short' }))
      expect(dayLabel(iso, later)).toBe(say(date, { weekday: 'long', month: 'long', day: 'numeric', ...year }))
      expect(longDay(iso.slice(0, 10))).toBe(say(date, { dateStyle: 'long', timeZone: 'UTC' }))
      expect(shortDate(iso.slice(0, 10))).toBe(say(date, { month: 'short', day: 'numeric', timeZone: 'UTC' }))
    }
    const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
    for (let minutes = 1; minutes < 60; minutes++)
      expect(timeAgo(ago(minutes / 60), now)).toBe(words.format(-minutes, 'minute'))
    for (let hours = 1; hours < 24; hours++) expect(timeAgo(ago(hours), now)).toBe(words.format(-hours, 'hour'))
    for (let days = 1; days < 7; days++) expect(timeAgo(ago(24 * days), now)).toBe(words.format(-days, 'day'))
  })
  it('never shifts a calendar date by the time zone', () => {
    expect(longDay('2026-03-05')).toBe('March 5, 2026')
  })
})
