import { createHmac, createPrivateKey, createSign, generateKeyPairSync } from 'node:crypto'

/** Access tokens that the portal has not signed, or not like this. */

const text = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** The claims of a token. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

/** A token signed like the portal's own, with this key. */
export function signed(
  secret: string,
  claims: unknown,
  header: unknown = { typ: 'at+jwt', alg: 'HS256' },
  hash = 'sha256',
): string {
  const message = `${text(header)}.${text(claims)}`
  return `${message}.${createHmac(hash, secret).update(message).digest('base64url')}`
}

function byPrivateKey(claims: unknown): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const message = `${text({ typ: 'at+jwt', alg: 'RS256' })}.${text(claims)}`
  return `${message}.${createSign('sha256').update(message).sign(createPrivateKey(privateKey)).toString('base64url')}`
}

/** Tokens made of a good one and, where it says so, of the very secret: each by what is wrong with it. */
export function forgeries(token: string, secret: string, victim: Record<string, unknown>): [string, string][] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = claimsOf(token)
  const now = Math.floor(Date.now() / 1000)
  const flipped = Buffer.from(signature, 'base64url')
  flipped.writeUInt8((flipped[0] ?? 0) ^ 1, 0)
  const other = Object.entries({ ...victim, exp: now + 86_400 }).filter(([name, value]) => claims[name] !== value)
  const changed = other.map(([name, value]): [string, string] => [
    `another ${name} under the old signature`,
    `${header}.${text({ ...claims, [name]: value })}.${signature}`,
  ])
  const algorithms = ['none', 'None', 'NONE', 'nOnE', '', 'HS384', 'RS256', 'ES256', 'EdDSA', 'hs256'].flatMap(
    (alg): [string, string][] => [
      [`algorithm ${alg} without a signature`, `${text({ typ: 'at+jwt', alg })}.${payload}.`],
      [`algorithm ${alg} with the old signature`, `${text({ typ: 'at+jwt', alg })}.${payload}.${signature}`],
      [`algorithm ${alg} signed with an empty key`, signed('', claims, { typ: 'at+jwt', alg })],
    ],
  )
  return [
    ...changed,
    ...algorithms,
    ['another type', signed(secret, claims, { typ: 'JWT', alg: 'HS256' })],
    ['no type', signed(secret, claims, { alg: 'HS256' })],
    ['another audience', signed(secret, { ...claims, aud: 'https://portal.example' })],
    ['no audience', signed(secret, { ...claims, aud: undefined })],
    ['another key', signed(`${secret}x`, claims)],
    ['an empty key', signed('', claims)],
    ['a key of zeros', signed('0'.repeat(64), claims)],
    ['the right key and a longer hash', signed(secret, claims, { typ: 'at+jwt', alg: 'HS512' }, 'sha512')],
    ['the right key and a longer hash, called HS256', signed(secret, claims, undefined, 'sha512')],
    [
      'a key of its own in the header',
      signed('mine', claims, {
        typ: 'at+jwt',
        alg: 'HS256',
        jwk: { kty: 'oct', k: text('mine') },
        kid: '../../dev/null',
      }),
    ],
    ['somebody’s RSA key', byPrivateKey(claims)],
    ['one bit of the signature', `${header}.${payload}.${flipped.toString('base64url')}`],
    ['half the signature', `${header}.${payload}.${signature.slice(0, 20)}`],
    ['no signature', `${header}.${payload}.`],
    ['no signature and no dot', `${header}.${payload}`],
    ['the signature of another token', `${header}.${payload}.${signed(secret, { ...claims, jti: 1 }).split('.')[2]}`],
    ['a part too many', `${token}.${signature}`],
    ['five parts', `${token}.a.b`],
    ['expired', signed(secret, { ...claims, exp: now - 1 })],
    ['no expiry', signed(secret, { ...claims, exp: undefined })],
    ['an expiry that is a text', signed(secret, { ...claims, exp: '9999999999' })],
    ['an expiry that is null', signed(secret, { ...claims, exp: null })],
    ['an unknown role', signed(secret, { ...claims, role: 'admin' })],
    ['no role', signed(secret, { ...claims, role: undefined })],
    ['roles', signed(secret, { ...claims, role: ['client', 'bookkeeper'] })],
    ['a client that is a number', signed(secret, { ...claims, client: 1 })],
    ['claims that are a list', signed(secret, [claims])],
    ['claims that are no JSON', signed(secret, '{')],
    ['nothing', ''],
    ['dots', '..'],
    ['a thousand dots', '.'.repeat(1000)],
    ['NUL', '%00.%00.%00'],
  ]
}
