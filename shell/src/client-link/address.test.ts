import { expect, it } from 'vitest'
import { readAddress } from './address.ts'

const TOKEN = 'aB3_-'.repeat(8) + 'xyz'

it.each([
  [`${TOKEN}/client-dashboard?section=0190a0a0-0000-7000-8000-000000000001`, 'as mailed'],
  [`${TOKEN}%2Fclient-dashboard%3Fsection%3D0190a0a0-0000-7000-8000-000000000001`, 'encoded by a mail program'],
])('reads token and page of %s (%s)', (hash) => {
  expect(readAddress(hash)).toEqual({
    token: TOKEN,
    path: '/client-dashboard?section=0190a0a0-0000-7000-8000-000000000001',
  })
})

it.each(['', '/', '//evil.example', '/clients', 'https://evil.example/client-chat', '/client-chat/../clients', '/%'])(
  'opens the dashboard instead of %s',
  (path) => expect(readAddress(`${TOKEN}${path}`).path).toBe('/client-dashboard'),
)

it.each(['', 'short/client-chat', `${TOKEN}x/client-chat`, '%E0%A4%A/client-chat'])('finds no token in %s', (hash) =>
  expect(readAddress(hash).token).toBe(''),
)

it('reads a long address at once when it ends with a line break', () => {
  const started = performance.now()
  expect(readAddress(`${'x'.repeat(200_000)}/%0A`)).toEqual({ token: '', path: '/client-dashboard' })
  expect(performance.now() - started).toBeLessThan(1000)
})
