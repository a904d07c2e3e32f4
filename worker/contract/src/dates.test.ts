import { expect, it } from 'vitest'
import { addDays, endOfMonth } from './dates.ts'

it('adds days across months, years and leap days', () => {
  expect(addDays('2026-11-23', 14)).toBe('2026-12-07')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
})

it('returns the last day of a month, also for that day itself', () => {
  expect(endOfMonth('2026-11-23')).toBe('2026-11-30')
  expect(endOfMonth('2026-12-31')).toBe('2026-12-31')
  expect(endOfMonth('2028-02-01')).toBe('2028-02-29')
})
