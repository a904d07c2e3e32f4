import { expect, it } from 'vitest'
import { formatCount } from './counts.ts'

it('groups whole numbers as Intl does', () => {
  for (const count of [0, 7, 999, 1000, 9999, 10_000, 123_456, 1_000_000, 1_234_567_890, -1, -999, -1000, -123_456]) {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'))
  }
})
