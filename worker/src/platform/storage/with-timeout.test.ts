import { expect, it } from 'vitest'
import { withTimeout } from './with-timeout.ts'

it('returns the result when it comes in time and rejects when it does not', async () => {
  expect(await withTimeout(Promise.resolve('stored'), 50)).toBe('stored')
  await expect(withTimeout(Promise.reject(new Error('full')), 50)).rejects.toThrow('full')
  await expect(withTimeout(new Promise(() => undefined), 50)).rejects.toThrow('the storage did not answer')
})
