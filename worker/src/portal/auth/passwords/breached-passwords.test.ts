import { afterEach, expect, it, vi } from 'vitest'
import { isBreached } from './breached-passwords.ts'

// SHA-1 of 'sesame-opens-9'.
const PASSWORD = 'sesame-opens-9'
const HASH = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(PASSWORD))), (b) =>
  b.toString(16).padStart(2, '0'),
)
  .join('')
  .toUpperCase()
const config = { BREACHED_URL: 'https://breaches.example/range/', development: false }

/** Stubs the service with a response. Returns the mock. */
function answers(body: string | Error, status = 200) {
  const asked = vi.fn(async (_url: string, _init: RequestInit) => {
    if (body instanceof Error) throw body
    return new Response(body, { status })
  })
  vi.stubGlobal('fetch', asked)
  return asked
}

afterEach(() => vi.unstubAllGlobals())

it('sends only five digits of the hash, and follows no redirect', async () => {
  const asked = answers(`${HASH.slice(5)}:3\r\n`)
  expect(await isBreached(config, PASSWORD)).toBe(true)
  expect(asked.mock.calls.map(([url]) => url)).toEqual([`https://breaches.example/range/${HASH.slice(0, 5)}`])
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ redirect: 'manual' })
  expect(JSON.stringify(asked.mock.calls)).not.toContain(HASH.slice(5))
})

it('returns false when only padding or another hash has the prefix', async () => {
  answers(`${HASH.slice(5)}:0\r\n${'A'.repeat(35)}:9`)
  expect(await isBreached(config, PASSWORD)).toBe(false)
})

it('returns false when the service is down, and sends no request in development', async () => {
  answers(new TypeError('down'))
  expect(await isBreached(config, PASSWORD)).toBe(false)
  answers('', 503)
  expect(await isBreached(config, PASSWORD)).toBe(false)
  const asked = answers(`${HASH.slice(5)}:3`)
  expect(await isBreached({ BREACHED_URL: undefined, development: true }, PASSWORD)).toBe(false)
  expect(asked).not.toHaveBeenCalled()
  expect(await isBreached({ BREACHED_URL: undefined, development: false }, PASSWORD)).toBe(true)
  expect(asked.mock.calls[0]?.[0]).toContain('https://api.pwnedpasswords.com/range/')
})
