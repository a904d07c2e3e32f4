import { expect, it } from 'vitest'
import { monthStarts } from './day-starts.ts'

const at = (zone: string, now: string) => monthStarts(zone, new Date(now))

it('returns midnight of the time zone', () => {
  expect(at('UTC', '2026-03-15T12:00:00Z')).toEqual({
    start: '2026-03-01T00:00:00.000Z',
    previous: '2026-02-01T00:00:00.000Z',
  })
  expect(at('America/Los_Angeles', '2026-07-15T12:00:00Z')).toEqual({
    start: '2026-07-01T07:00:00.000Z',
    previous: '2026-06-01T07:00:00.000Z',
  })
  expect(at('Asia/Kolkata', '2026-01-15T12:00:00Z')).toEqual({
    start: '2025-12-31T18:30:00.000Z',
    previous: '2025-11-30T18:30:00.000Z',
  })
})

it('uses the month of the time zone, not of UTC', () => {
  expect(at('America/Los_Angeles', '2026-03-01T03:00:00Z').start).toBe('2026-02-01T08:00:00.000Z')
  expect(at('Pacific/Auckland', '2026-02-28T12:00:00Z').start).toBe('2026-02-28T11:00:00.000Z')
})

it('handles a clock change within a month', () => {
  expect(at('America/New_York', '2026-03-20T12:00:00Z').start).toBe('2026-03-01T05:00:00.000Z')
  expect(at('America/New_York', '2026-11-20T12:00:00Z')).toEqual({
    start: '2026-11-01T04:00:00.000Z',
    previous: '2026-10-01T04:00:00.000Z',
  })
})

it('returns the first hour when clocks skip midnight', () => {
  // In Paraguay, clocks skipped midnight on 1 October 2017.
  expect(at('America/Asuncion', '2017-10-15T12:00:00Z').start).toBe('2017-10-01T04:00:00.000Z')
})
