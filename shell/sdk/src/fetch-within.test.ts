import { afterEach, expect, it, vi } from 'vitest'
import { fetchWithin } from './fetch-within.ts'

afterEach(() => vi.unstubAllGlobals())

const request = (signal?: AbortSignal) => new Request('http://localhost/api/x', signal ? { signal } : {})

/** A connection that stays silent until it is aborted. */
const silent = (input: Request): Promise<Response> =>
  new Promise((_, reject) => input.signal.addEventListener('abort', () => reject(input.signal.reason)))

it('fails when the server does not respond in time', async () => {
  vi.stubGlobal('fetch', silent)
  await expect(fetchWithin(request(), 5)).rejects.toMatchObject({ code: 'network' })
})

it('passes the abort on when the caller aborts', async () => {
  vi.stubGlobal('fetch', silent)
  const caller = new AbortController()
  const answer = fetchWithin(request(caller.signal))
  caller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
})

it('returns the response when the server responds', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'))
  expect(await (await fetchWithin(request(), 1000)).text()).toBe('ok')
})
