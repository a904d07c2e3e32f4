import { createHmac, generateKeyPairSync, sign } from 'node:crypto'

/** Access tokens that the portal would never issue. */

const base64url = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const HEADER = { typ: 'at+jwt', alg: 'HS256' }

/** Returns the claims of a token. */
export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

/** Returns a token signed with `secret`, in the same way as the portal's own. */
export function signed(secret: string, claims: unknown, header: unknown = HEADER, hash = 'sha256'): string {
  const message = `${base64url(header)}.${base64url(claims)}`
  return `${message}.${createHmac(hash, secret).update(message).digest('base64url')}`
}

function signedByRsaKey(claims: unknown): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const message = `${base64url({ ...HEADER, alg: 'RS256' })}.${base64url(claims)}`
  return `${message}.${sign('sha256', Buffer.from(message), privateKey).toString('base64url')}`
}

/** Returns tokens made from a valid token and the real secret, by what is wrong with them. */
export function forgeries(token: string, secret: string, victim: Record<string, unknown>): Record<string, string> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = claimsOf(token)
  const now = Math.floor(Date.now() / 1000)
  const flipped = Buffer.from(signature, 'base64url')
  flipped.writeUInt8((flipped[0] ?? 0) ^ 1, 0)
  const withClaims = (changed: Record<string, unknown>) => signed(secret, { ...claims, ...changed })
  const forged: Record<string, string> = {
    'another type': signed(secret, claims, { ...HEADER, typ: 'JWT' }),
    'no type': signed(secret, claims, { alg: 'HS256' }),
    'another audience': withClaims({ aud: 'https://portal.example' }),
    'no audience': withClaims({ aud: undefined }),
    'another key': signed(`${secret}x`, claims),
    'an empty key': signed('', claims),
    'a key of zeros': signed('0'.repeat(64), claims),
    'a longer hash with the right key': signed(secret, claims, { ...HEADER, alg: 'HS512' }, 'sha512'),
    'a longer hash with the right key, called HS256': signed(secret, claims, HEADER, 'sha512'),
    'its own key in the header': signed('mine', claims, {
      ...HEADER,
      jwk: { kty: 'oct', k: base64url('mine') },
      kid: '../../dev/null',
    }),
    'an RSA key': signedByRsaKey(claims),
    'one changed bit in the signature': `${header}.${payload}.${flipped.toString('base64url')}`,
    'half of the signature': `${header}.${payload}.${signature.slice(0, 20)}`,
    'no signature': `${header}.${payload}.`,
    'no signature and no dot': `${header}.${payload}`,
    'the signature of another token': `${header}.${payload}.${withClaims({ jti: 1 }).split('.')[2]}`,
    'four parts': `${token}.${signature}`,
    'five parts': `${token}.a.b`,
    'an expired token': withClaims({ exp: now - 1 }),
    'no expiry': withClaims({ exp: undefined }),
    'an expiry that is a string': withClaims({ exp: '9999999999' }),
    'an expiry that is null': withClaims({ exp: null }),
    'an unknown role': withClaims({ role: 'admin' }),
    'no role': withClaims({ role: undefined }),
    'several roles': withClaims({ role: ['client', 'bookkeeper'] }),
    'a client that is a number': withClaims({ client: 1 }),
    'claims that are an array': signed(secret, [claims]),
    'claims that are not JSON': signed(secret, '{'),
    nothing: '',
    dots: '..',
    'a thousand dots': '.'.repeat(1000),
    NUL: '%00.%00.%00',
  }
  for (const [name, value] of Object.entries({ ...victim, exp: now + 86_400 }))
    if (claims[name] !== value)
      forged[`another ${name} under the old signature`] =
        `${header}.${base64url({ ...claims, [name]: value })}.${signature}`
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'HS384', 'RS256', 'ES256', 'EdDSA', 'hs256']) {
    const other = base64url({ ...HEADER, alg })
    forged[`algorithm '${alg}' without a signature`] = `${other}.${payload}.`
    forged[`algorithm '${alg}' with the old signature`] = `${other}.${payload}.${signature}`
    forged[`algorithm '${alg}' signed with an empty key`] = signed('', claims, { ...HEADER, alg })
  }
  return forged
}
