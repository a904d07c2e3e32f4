import { expect, it } from 'vitest'
import { lifetimeOf } from './token.ts'

it('refuses a lifetime that ends at once or lasts longer than a year', () => {
  expect(lifetimeOf(undefined)).toBeUndefined()
  expect(lifetimeOf('30')).toBe(30)
  for (const text of ['0', '5000']) expect(() => lifetimeOf(text)).toThrow('--days takes a number from 1 to 366')
  expect(() => lifetimeOf('abc')).toThrow('--days takes a whole number')
})
