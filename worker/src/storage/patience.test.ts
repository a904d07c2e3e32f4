import { expect, it } from 'vitest'
import { patiently } from './patience.ts'

it('gives what comes in time, and no longer waits for what does not come', async () => {
  expect(await patiently(Promise.resolve('stored'), 50)).toBe('stored')
  await expect(patiently(Promise.reject(new Error('full')), 50)).rejects.toThrow('full')
  await expect(patiently(new Promise(() => undefined), 50)).rejects.toThrow('the storage does not answer')
})
