import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { addTrust, type NewTrust } from '../../tools/publish/credentials/remote-trust.ts'
import { good } from '../../worker/src/testing/accounts.ts'
import { portalUrl, stranger, unique } from '../../worker/src/testing/portal.ts'
import { attack } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { atOnce } from './lib/requests.ts'

/** ID tokens of CI jobs that remotes trust: forged, replayed, and of other jobs. */

const SUBJECT = 'repo:acme/portal:environment:remotes'
const AUDIENCE = portalUrl
const KEYS = '/keys'

/** A CI provider. */
async function startProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }
  let fetched = 0
  const server = createServer(({ url }, response) => {
    if (url === KEYS) fetched++
    response.end(JSON.stringify(url === KEYS ? { keys: [jwk] } : { issuer, jwks_uri: issuer + KEYS }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const claims = () => ({
    iss: issuer,
    sub: SUBJECT,
    aud: AUDIENCE,
    ref: 'refs/heads/main',
    jti: unique('job'),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 300,
  })
  const sign = (given: object = {}, header: object = {}): Promise<string> =>
    new SignJWT({ ...claims(), ...given }).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(privateKey)
  return { issuer, publicKey, claims, sign, fetched: () => fetched, stop: () => server.close() }
}

const exchange = (name: string, idToken: string): Promise<Response> =>
  stranger.fetch(`/api/remotes/${name}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id_token: idToken }),
  })

attack('ID tokens: forged, of other jobs, replayed, and with invented keys', async (t, { stack }) => {
  const provider = await startProvider()
  const trusting = async (given: Partial<NewTrust> = {}): Promise<string> => {
    const name = unique('mf').toLowerCase()
    const trust = { issuer: provider.issuer, audience: AUDIENCE, subject: SUBJECT, scope: 'publish' } as const
    await addTrust({ url: stack.sqld.url }, { name, ...trust, claims: { ref: 'refs/heads/main' }, ...given })
    return name
  }
  const name = await trusting()
  const { sign, claims } = provider
  const pem = new TextEncoder().encode(await exportSPKI(provider.publicKey))
  const others = await generateKeyPair('RS256')
  const forged: Record<string, string> = {
    'without signature': new UnsecuredJWT(claims()).encode(),
    'signed with the public key': await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(pem),
    'with a key of its own': await new SignJWT(claims())
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', jku: 'https://evil.example/keys' })
      .sign(others.privateKey),
    'of another repository': await sign({ sub: 'repo:acme/portal-fork:environment:remotes' }),
    'with a longer subject': await sign({ sub: `${SUBJECT}-x` }),
    'with a subject in another case': await sign({ sub: SUBJECT.toUpperCase() }),
    'with a list as the subject': await sign({ sub: [SUBJECT] }),
    'of a pull request': await sign({ ref: 'refs/pull/1/merge' }),
    'with a list of branches': await sign({ ref: ['refs/heads/main'] }),
    'without a branch': await sign({ ref: undefined }),
    'for another portal': await sign({ aud: 'https://other.example' }),
    'without an audience': await sign({ aud: undefined }),
    'without an end': await sign({ exp: undefined }),
    'that has expired': await sign({ exp: 1_700_000_000 }),
    'that is days old': await sign({ iat: 1_700_000_000, exp: 4_000_000_000 }),
    'of another issuer': await sign({ iss: `${provider.issuer}/` }),
  }
  for (const [what, idToken] of Object.entries(forged))
    await t.refuses(`an ID token ${what}`, exchange(name, idToken), 'unauthenticated')
  t.check((await countRows('remote_tokens WHERE name = ?', name)) === 0, 'a forged ID token was exchanged')

  const before = provider.fetched()
  await atOnce(30, async (i) => exchange(name, await sign({}, { kid: `invented-${i}` })))
  t.check(provider.fetched() - before <= 2, `invented keys caused ${provider.fetched() - before} requests`)

  const job = await sign()
  await t.race('exchanging one ID token', () => exchange(name, job))
  t.check((await countRows('remote_tokens WHERE name = ?', name)) === 1, 'one ID token became several tokens')
  const other = await trusting({ subject: `${SUBJECT}-other` })
  await t.refuses('it for a remote that trusts another job', exchange(other, job), 'unauthenticated')

  const preview = await trusting({ scope: 'preview' })
  const { token } = await good<{ token: string }>(exchange(preview, await sign()))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const rollBack = stranger.fetch(`/api/remotes/${preview}/rollback`, { method: 'POST', headers, body: '{}' })
  await t.refuses('a rollback by a job that may preview', rollBack, 'forbidden')
  await t.refuses('its token for another remote', stranger.fetch(`/api/remotes/${name}/versions`, { headers }))
  provider.stop()
})
