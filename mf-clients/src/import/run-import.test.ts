import { ApiError, isApiError } from '@portal/sdk'
import { expect, test, vi } from 'vitest'
import { pause } from '../queries/with-retries.ts'
import type { CheckedRow } from './check-rows.ts'
import { runImport } from './run-import.ts'

const rows = Array.from({ length: 250 }, (_, i) => ({ cells: { name: `${i}` } }) as unknown as CheckedRow)
const busy = (retryAfter?: number) =>
  new ApiError({ code: 'busy', title: 'Busy', detail: 'Later.', status: 503, retryAfter })
const results = (chunk: unknown[]) => ({ results: chunk.map(() => ({ id: null, reason: 'x' })) })

test('retries a chunk with growing delays, or after the delay that the server asks for', async () => {
  const waits: number[] = []
  const reported: unknown[] = []
  const post = vi
    .fn()
    .mockRejectedValueOnce(busy())
    .mockRejectedValueOnce(busy())
    .mockRejectedValueOnce(busy(7))
    .mockImplementation(async (chunk: unknown[]) => results(chunk))
  const reasons = await runImport({
    rows,
    chunkSize: 100,
    reasons: [],
    post,
    pause: async (ms) => {
      waits.push(ms)
    },
    signal: new AbortController().signal,
    onProgress: () => {},
    onRetry: (error) => reported.push(isApiError(error) ? error.code : error),
  })
  expect(reasons.length).toBe(250)
  expect(waits).toEqual([1000, 2000, 7000])
  // Reported while the error lasts, and cleared when the chunk succeeds.
  expect(reported).toEqual(['busy', 'busy', 'busy', undefined])
  expect(post.mock.calls.map(([chunk, n]) => [(chunk as unknown[]).length, n])).toEqual([
    [100, 0],
    [100, 0],
    [100, 0],
    [100, 0],
    [100, 1],
    [50, 2],
  ])
})

test('throws after five tries, or at once when a retry cannot succeed', async () => {
  const run = (error: unknown) => {
    const post = vi.fn().mockRejectedValue(error)
    const done = runImport({
      rows,
      chunkSize: 100,
      reasons: [],
      post,
      pause: async () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
      onRetry: () => {},
    })
    return { post, done }
  }
  const temporary = run(busy())
  await expect(temporary.done).rejects.toThrow('Busy')
  expect(temporary.post).toHaveBeenCalledTimes(5)
  const permanent = run(new ApiError({ code: 'past_due_date', title: 'Invalid due date', detail: 'No.', status: 400 }))
  await expect(permanent.done).rejects.toThrow('Invalid due date')
  expect(permanent.post).toHaveBeenCalledTimes(1)
  // The server asks for a day.
  const long = run(busy(86_400))
  await expect(long.done).rejects.toThrow('Busy')
  expect(long.post).toHaveBeenCalledTimes(1)
})

test('ends a pause at once when the user stops', async () => {
  const stop = new AbortController()
  const post = vi.fn().mockRejectedValue(busy(50))
  const paused = Promise.withResolvers<void>()
  const done = runImport({
    rows,
    chunkSize: 100,
    reasons: [],
    post,
    pause: (ms, signal) => {
      paused.resolve()
      return pause(ms, signal)
    },
    signal: stop.signal,
    onProgress: () => {},
    onRetry: () => {},
  }).catch((error: unknown) => isApiError(error, 'busy'))
  await paused.promise
  stop.abort()
  const later = new Promise((resolve) => setTimeout(() => resolve('still paused')))
  expect(await Promise.race([done, later])).toBe(true)
  expect(post).toHaveBeenCalledTimes(1)
})
