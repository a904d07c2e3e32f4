import { waitFor } from '@portal/contract/testing/wait-for'
import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, networkError } from './errors.ts'
import { createQueryClient, invalidate, invalidateSoon, isWorthRetrying, failFast } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
})

const error = (status: number, retryAfter?: number) =>
  new ApiError({ code: 'unknown', title: 't', detail: 'd', status, retryAfter })

it('retries three times when a failure is temporary, and never when the server has refused', () => {
  expect(isWorthRetrying(2, error(500))).toBe(true)
  expect(isWorthRetrying(3, error(500))).toBe(false)
  expect(isWorthRetrying(0, error(404))).toBe(false)
  expect(isWorthRetrying(0, error(0))).toBe(true)
  expect(isWorthRetrying(0, error(429))).toBe(true)
})

it('refetches once when events about one key arrive in a burst', () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  const invalidated = vi.spyOn(client, 'invalidateQueries')
  for (let i = 0; i < 50; i++) invalidateSoon(['clients'], client)
  invalidateSoon(['workforms'], client)
  vi.advanceTimersByTime(100)
  expect(invalidated.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([['clients'], ['workforms']])
  vi.useRealTimers()
})

it('repeats a first load that was running when an event arrived', async () => {
  const client = createQueryClient()
  const load = Promise.withResolvers<string>()
  const read = vi.fn().mockReturnValueOnce(load.promise).mockResolvedValue('after the event')
  const shown: (string | undefined)[] = []
  const options = { queryKey: ['clients', 'list'], queryFn: read as () => Promise<string> }
  const stop = new QueryObserver(client, options).subscribe(({ data }) => shown.push(data))
  void invalidate(client, { queryKey: ['clients'] })
  load.resolve('before the event')
  await waitFor(() => expect(shown.at(-1)).toBe('after the event'))
  stop()
  expect(read).toHaveBeenCalledTimes(2)
})

it('pauses a query when the page opens without a connection', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: false })
  const client = createQueryClient()
  const load = vi.fn(() => Promise.reject(networkError()))
  const observer = new QueryObserver(client, { queryKey: ['x'], queryFn: load })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(observer.getCurrentResult().fetchStatus).toBe('paused')
  expect(load).toHaveBeenCalledOnce()
  stop()
  vi.useRealTimers()
})

it('fails a mutation and a fail-fast query at once when offline', async () => {
  onlineManager.setOnline(false)
  vi.stubGlobal('navigator', { onLine: false })
  const client = createQueryClient()
  const send = vi.fn(() => Promise.reject(networkError()))
  const offline = { code: 'network', detail: 'You are offline. Please check your connection and try again.' }
  await expect(client.getMutationCache().build(client, { mutationFn: send }).execute(undefined)).rejects.toMatchObject(
    offline,
  )
  await expect(client.fetchQuery({ queryKey: ['x'], queryFn: send, ...failFast })).rejects.toMatchObject(offline)
  expect(send).toHaveBeenCalledTimes(2)
})
