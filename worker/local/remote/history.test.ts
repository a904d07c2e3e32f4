import { expect, it } from 'vitest'
import { timeOf } from './history.ts'

it('reads a time of day as the last one, and refuses what is not a time', () => {
  const now = new Date(2026, 10, 23, 3, 0)
  expect(timeOf('02:15', now)).toEqual(new Date(2026, 10, 23, 2, 15, 59, 999))
  expect(timeOf('03:00', now)).toEqual(new Date(2026, 10, 23, 3, 0, 59, 999))
  expect(timeOf('14:03', now)).toEqual(new Date(2026, 10, 22, 14, 3, 59, 999))
  expect(timeOf('2026-11-20T14:03:00Z', now).toISOString()).toBe('2026-11-20T14:03:00.000Z')
  for (const text of ['noon', '25:99', '24:00', '14:60']) expect(() => timeOf(text, now)).toThrow('--at takes a time')
})
