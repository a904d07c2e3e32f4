import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { uuidv7 } from '../ids.ts'
import { signAccessToken, verifyAccessToken } from './access-token.ts'

const SECRET = 'a secret of thirty-two characters'
const now = new Date()
const actor = {
  userId: uuidv7(),
  role: 'client' as const,
  firmId: uuidv7(),
  clientId: uuidv7(),
  sessionId: uuidv7(),
  timeZone: 'UTC',
}
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Returns a token with these claims, signed with the portal's secret. */
function signed(header: object, payload: object, hash = 'sha256'): string {
  const message = `${part(header)}.${part(payload)}`
  return `${message}.${createHmac(hash, SECRET).update(message).digest('base64url')}`
}
const { token } = await signAccessToken(SECRET, actor, now)
const [headText = '', bodyText = '', signature = ''] = token.split('.')
const otherLetter = signature.startsWith('A') ? 'B' : 'A'
const [header, payload] = token
  .split('.', 2)
  .map((text) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>)

it('accepts a token only with the secret that signed it', async () => {
  expect(await verifyAccessToken(SECRET, token, now)).toEqual(actor)
  expect(await verifyAccessToken(SECRET, signed({ ...header }, { ...payload }), now)).toEqual(actor)
  await expect(verifyAccessToken('another secret of 32 characters!!', token, now)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

it.each([
  ['of another type', { ...header, typ: 'JWT' }, payload],
  ['without a type', { alg: 'HS256' }, payload],
  ['for another service', header, { ...payload, aud: 'another-api' }],
  ['without an audience', header, { ...payload, aud: undefined }],
  ['with another algorithm', { ...header, alg: 'HS512' }, payload],
  ['without an algorithm', { ...header, alg: 'none' }, payload],
  ['that brings its own key', { ...header, alg: 'none', jwk: { kty: 'oct', k: 'AA' } }, payload],
  ['without an end', header, { ...payload, exp: undefined }],
  ['that has run out', header, { ...payload, exp: Math.floor(now.getTime() / 1000) }],
  ['of a role that there is not', header, { ...payload, role: 'admin' }],
])('refuses a token %s', async (_, head, claims) => {
  await expect(verifyAccessToken(SECRET, signed(head ?? {}, claims ?? {}), now)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

it.each(
  Object.entries({
    'with other claims under the old signature': `${headText}.${part({ ...payload, role: 'bookkeeper' })}.${signature}`,
    'with another letter in its signature': `${headText}.${bodyText}.${otherLetter}${signature.slice(1)}`,
    'with half of its signature': `${headText}.${bodyText}.${signature.slice(0, 20)}`,
    'with an empty signature': `${headText}.${bodyText}.`,
    'without a signature': `${headText}.${bodyText}`,
    'with a fourth part': `${token}.${signature}`,
    'with a longer hash': signed({ ...header }, { ...payload }, 'sha512'),
    'of several roles': signed({ ...header }, { ...payload, role: ['client', 'bookkeeper'] }),
    'whose end is text': signed({ ...header }, { ...payload, exp: '9999999999' }),
    'whose claims are a list': signed({ ...header }, [payload]),
    'of dots': '...',
    'of nothing': '',
  }),
)('refuses a changed token %s', async (_, forged) => {
  await expect(verifyAccessToken(SECRET, forged, now)).rejects.toMatchObject({ code: 'unauthenticated' })
})

it.each(['none', 'None', '', 'HS384', 'hs256', 'RS256', 'ES256'])('refuses the algorithm %j', async (alg) => {
  for (const end of ['', signature, signed({ ...header, alg }, { ...payload }).split('.')[2]]) {
    const forged = `${part({ ...header, alg })}.${bodyText}.${end}`
    await expect(verifyAccessToken(SECRET, forged, now)).rejects.toMatchObject({ code: 'unauthenticated' })
  }
})
