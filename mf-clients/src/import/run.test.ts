import { ApiError, isApiError } from '@portal/sdk'
import { expect, test, vi } from 'vitest'
import type { JudgedRow } from './judge.ts'
import { runImport } from './run.ts'

const rows = Array.from({ length: 250 }, (_, i) => ({ cells: { name: `${i}` } }) as unknown as JudgedRow)
const busy = (retryAfter?: number) =>
  new ApiError({ code: 'busy', title: 'Busy', detail: 'Later.', status: 503, retryAfter })
const results = (part: unknown[]) => ({ results: part.map(() => ({ id: null, reason: 'x' })) })

test('what may pass is tried again with the same part, after a while that grows or that the server names', async () => {
  const waits: number[] = []
  const told: unknown[] = []
  const post = vi
    .fn()
    .mockRejectedValueOnce(busy())
    .mockRejectedValueOnce(busy())
    .mockRejectedValueOnce(busy(7))
    .mockImplementation(async (part: unknown[]) => results(part))
  const reasons = await runImport({
    rows,
    reasons: [],
    post,
    pause: async (ms) => {
      waits.push(ms)
    },
    stopped: () => false,
    onProgress: () => {},
    onTrouble: (error) => told.push(isApiError(error) ? error.code : error),
  })
  expect(reasons.length).toBe(250)
  expect(waits).toEqual([1000, 2000, 7000])
  // Said while it lasts, and taken back once the part went through.
  expect(told).toEqual(['busy', 'busy', 'busy', undefined])
  expect(post.mock.calls.map(([part, n]) => [(part as unknown[]).length, n])).toEqual([
    [100, 0],
    [100, 0],
    [100, 0],
    [100, 0],
    [100, 1],
    [50, 2],
  ])
})

test('what does not pass is thrown after five tries; what cannot pass, at once', async () => {
  const run = (error: unknown) => {
    const post = vi.fn().mockRejectedValue(error)
    const done = runImport({
      rows,
      reasons: [],
      post,
      pause: async () => {},
      stopped: () => false,
      onProgress: () => {},
      onTrouble: () => {},
    })
    return { post, done }
  }
  const passing = run(busy())
  await expect(passing.done).rejects.toThrow('Busy')
  expect(passing.post).toHaveBeenCalledTimes(5)
  const final = run(new ApiError({ code: 'past_due_date', title: 'Invalid due date', detail: 'No.', status: 400 }))
  await expect(final.done).rejects.toThrow('Invalid due date')
  expect(final.post).toHaveBeenCalledTimes(1)
})
