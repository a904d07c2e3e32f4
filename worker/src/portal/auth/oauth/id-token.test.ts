import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { OAuthFailure } from './oauth-failure.ts'
import { type TokenRules, verifyIdToken } from './id-token.ts'

/** Checks of ID tokens, with keys from a server as from a real provider. */

const NOW = new Date('2026-03-01T12:00:00Z')
const seconds = (offset: number): number => Math.floor(NOW.getTime() / 1000) + offset
const SECRET = 'a-client-secret-is-not-a-signature'
const GOOD: JWTPayload = {
  iss: 'https://id.example',
  sub: 'subject-1',
  aud: 'portal',
  nonce: 'nonce-1',
  iat: seconds(-5),
  exp: seconds(300),
  email: 'olive@example.com',
}

let server: Server
let rules: TokenRules
let keys: JWK[] = []
let asked = 0
const pair = (): Promise<Awaited<ReturnType<typeof generateKeyPair>>> => generateKeyPair('RS256', { extractable: true })
let own: Awaited<ReturnType<typeof pair>>

const publish = async (key: Awaited<ReturnType<typeof pair>>, kid: string): Promise<JWK> => ({
  ...(await exportJWK(key.publicKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
})
const signed = (claims: JWTPayload, key = own, kid = 'key-1'): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key.privateKey)
const check = (token: string, nonce = 'nonce-1') => verifyIdToken(token, rules, nonce, NOW)
const refused = async (token: string | Promise<string>): Promise<void> => {
  await expect(check(await token)).rejects.toMatchObject({ reason: 'refused' })
}

beforeAll(async () => {
  own = await pair()
  keys = [await publish(own, 'key-1')]
  server = createServer((_, response) => {
    asked++
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rules = {
    jwks: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
    audience: 'portal',
    isIssuer: (issuer) => issuer === 'https://id.example',
  }
})
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

it('accepts a valid token, and fetches the keys once', async () => {
  expect(await check(await signed(GOOD))).toMatchObject({ sub: 'subject-1', email: 'olive@example.com' })
  await check(await signed({ ...GOOD, aud: ['portal', 'other'], azp: 'portal' }))
  expect(asked).toBe(1)
})

it.each<[string, Record<string, unknown>]>([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'other' }],
  ['several audiences and no authorized party', { aud: ['portal', 'other'] }],
  ['another authorized party', { azp: 'other' }],
  ['the nonce of another way', { nonce: 'nonce-0' }],
  ['no nonce', { nonce: undefined }],
  ['an expiry that has passed', { exp: seconds(-120) }],
  ['no expiry', { exp: undefined }],
  ['no subject', { sub: undefined }],
  ['a subject as long as a book', { sub: 's'.repeat(300) }],
  ['a beginning that has not come', { nbf: seconds(600) }],
])('refuses %s', async (_, change) => {
  await refused(signed({ ...GOOD, ...change }))
})

it('refuses a signature by another key, by the client secret, over other claims, and none', async () => {
  await refused(signed(GOOD, await pair()))
  await refused(
    new SignJWT(GOOD).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(new TextEncoder().encode(SECRET)),
  )
  await refused(new UnsecuredJWT(GOOD).encode())
  const [header, , signature] = (await signed(GOOD)).split('.')
  const payload = Buffer.from(JSON.stringify({ ...GOOD, sub: 'subject-2' })).toString('base64url')
  await refused(`${header}.${payload}.${signature}`)
  await refused('no token at all')
})

it('fetches the keys again when the provider signs with a new one, but at most once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await check(await signed(GOOD))
  const next = await pair()
  const before = asked
  keys = [...keys, await publish(next, 'key-2')]
  vi.setSystemTime(Date.now() + 61_000)
  await check(await signed(GOOD, next, 'key-2'))
  expect(asked).toBe(before + 1)
  for (const kid of ['key-3', 'key-4', 'key-5']) await refused(signed(GOOD, next, kid))
  expect(asked).toBe(before + 1)
})

it('reports the provider as unavailable when its keys cannot be fetched', async () => {
  const nowhere = { ...rules, jwks: 'http://127.0.0.1:9/jwks' }
  const error: unknown = await verifyIdToken(await signed(GOOD), nowhere, 'nonce-1', NOW).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(OAuthFailure)
  expect((error as OAuthFailure).reason).toBe('unavailable')
})
