import { createServer, type Server } from 'node:http'
import { waitFor } from '@portal/contract/testing/wait-for'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ciToken } from '../../../../tools/publish/actions/ci-token.ts'
import { addTrust, listTrusts, type NewTrust, revokeTrust } from '../../../../tools/publish/credentials/remote-trust.ts'
import { listTokens } from '../../../../tools/publish/credentials/remote-token.ts'
import { listRemote, listSwitches } from '../../../../tools/publish/registry-api.ts'
import { operatorUrl, portalUrl, problemOf, unique } from '../../testing/portal.ts'
import { newRemote, publish } from '../../testing/remotes.ts'
import { rows } from '../../testing/work.ts'

/** A CI provider: issues ID tokens to jobs, and publishes its keys. */

const SUBJECT = 'repo:acme/portal:environment:remotes'
const audience = portalUrl
const store = { url: inject('databaseUrl') }
let provider: Server
let issuer = ''
let keys: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256' }
  provider = createServer(async (request, response) => {
    if (request.url?.startsWith('/job')) {
      const asked = new URL(request.url, issuer).searchParams.get('audience') ?? ''
      return response.end(JSON.stringify({ value: await idToken({ aud: asked }) }))
    }
    const isKeys = request.url === '/keys'
    response.end(JSON.stringify(isKeys ? { keys: [jwk] } : { issuer, jwks_uri: `${issuer}/keys` }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
})
afterAll(() => provider.close())

const jobClaims = () => ({ iss: issuer, sub: SUBJECT, aud: audience, ref: 'refs/heads/main', jti: unique('jti') })
/** Returns an ID token. Each is another one, as those of real jobs. */
const idToken = (claims: Record<string, unknown> = {}, key = keys.privateKey): Promise<string> =>
  new SignJWT({ ...jobClaims(), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuedAt(claims['iat'] as number | undefined)
    .setExpirationTime((claims['exp'] as number | undefined) ?? '5 minutes')
    .sign(key)

const jobToken = (header = {}): SignJWT =>
  new SignJWT(jobClaims()).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).setIssuedAt()

async function remoteThatTrusts(given: Partial<NewTrust> = {}): Promise<string> {
  const name = unique('mf').toLowerCase()
  const claims = { ref: 'refs/heads/main' }
  await addTrust(store, { name, issuer, audience, subject: SUBJECT, claims, scope: 'publish', ...given })
  return name
}
const exchange = (name: string, id_token: string) =>
  fetch(new URL(`/api/remotes/${name}/token`, operatorUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id_token }),
  })

it('exchanges the ID token of a job for a token that expires, and records its use', async () => {
  const name = await remoteThatTrusts({ scope: 'preview' })
  const { token, expires_at } = (await (await exchange(name, await idToken())).json()) as {
    token: string
    expires_at: string
  }
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
  expect(await listTokens(store, name)).toMatchObject([{ label: SUBJECT, scope: 'preview', last_used_at: null }])
  const portal = { url: portalUrl, token }
  expect(await listRemote(portal, name)).toMatchObject({ items: [] })
  await waitFor(async () =>
    expect(await listTokens(store, name)).toMatchObject([{ last_used_at: expect.stringMatching(/^20/) }]),
  )
  const live = await fetch(new URL(`/api/remotes/${name}/versions/1.0.0/live`, operatorUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(live.status).toBe(403)
  await expect(listRemote(portal, await remoteThatTrusts())).rejects.toThrow('This token is not valid for this remote')
})

it('refuses an ID token that was used before, also with another spelling of its signature', async () => {
  const name = await remoteThatTrusts()
  const token = await idToken()
  const statuses = (await Promise.all([1, 2, 3].map(() => exchange(name, token)))).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  for (const again of [token, `${token}=`]) {
    const refused = await exchange(name, again)
    expect([refused.status, (await problemOf(refused)).code]).toEqual([401, 'unauthenticated'])
  }
  // A job can publish several remotes.
  expect((await exchange(await remoteThatTrusts(), token)).status).toBe(200)
})

it.each<[string, () => Promise<string>, string]>([
  ['text', async () => 'text', 'This is not an ID token.'],
  ['from another issuer', () => idToken({ iss: 'https://other.example' }), 'This remote trusts no such CI provider.'],
  ['from an issuer with a slash', () => idToken({ iss: `${issuer}/` }), 'This remote trusts no such CI provider.'],
  ['for another portal', () => idToken({ aud: 'https://other.example' }), 'The ID token is not valid'],
  ['for no portal', () => idToken({ aud: undefined }), 'The ID token is not valid'],
  ['expired', () => idToken({ exp: 1_700_000_000 }), 'The ID token is not valid'],
  ['without an expiry', () => jobToken().sign(keys.privateKey), 'The ID token is not valid'],
  ['two days old', () => idToken({ iat: Date.now() / 1000 - 2 * 86_400 }), 'The ID token is not valid'],
  ['from the future', () => idToken({ iat: Date.now() / 1000 + 3600 }), 'The ID token is not valid'],
  ['of another job', () => idToken({ sub: 'repo:acme/fork' }), 'does not trust the subject repo:acme/fork'],
  ['of a job with a longer name', () => idToken({ sub: `${SUBJECT}-x` }), 'does not trust the subject'],
  ['of a job in another case', () => idToken({ sub: SUBJECT.toUpperCase() }), 'does not trust the subject'],
  ['of a list of jobs', () => idToken({ sub: [SUBJECT] }), 'does not trust the subject'],
  ['of another branch', () => idToken({ ref: 'refs/heads/topic' }), 'with these claims'],
  ['of a list of branches', () => idToken({ ref: ['refs/heads/main'] }), 'with these claims'],
  ['of no branch', () => idToken({ ref: undefined }), 'with these claims'],
  [
    'signed by somebody else',
    async () => idToken({}, (await generateKeyPair('RS256')).privateKey),
    'The ID token is not valid',
  ],
  [
    'signed with the public key as a secret',
    async () => {
      const publicKey = new TextEncoder().encode(await exportSPKI(keys.publicKey))
      return jobToken({ alg: 'HS256' }).setExpirationTime('5 minutes').sign(publicKey)
    },
    'The ID token is not valid',
  ],
  [
    'signed by a key at its own address',
    async () => {
      const { privateKey } = await generateKeyPair('RS256')
      return jobToken({ jku: 'https://evil.example/keys' }).setExpirationTime('5 minutes').sign(privateKey)
    },
    'The ID token is not valid',
  ],
  ['not signed', async () => new UnsecuredJWT(jobClaims()).setExpirationTime('5 minutes').encode(), 'is not valid'],
])('refuses an ID token that is %s', async (_, make, reason) => {
  const refused = await exchange(await remoteThatTrusts(), await make())
  const { code, detail } = await problemOf(refused)
  expect([refused.status, code]).toEqual([401, 'unauthenticated'])
  expect(detail).toContain(reason)
})

it('refuses ID tokens for another remote, and once the trust is revoked', async () => {
  expect((await exchange(unique('mf').toLowerCase(), await idToken())).status).toBe(401)
  const name = await remoteThatTrusts()
  const [trust] = await listTrusts(store, name)
  expect(await revokeTrust(store, name, trust?.id ?? '')).toBe(true)
  expect((await exchange(name, await idToken())).status).toBe(401)
  expect(await listTrusts(store, name)).toEqual([])
})

it('records trusts and the tokens of jobs in the audit log', async () => {
  const name = await remoteThatTrusts()
  const [trust] = await listTrusts(store, name)
  expect((await exchange(name, await idToken())).status).toBe(200)
  expect(await revokeTrust(store, name, trust?.id ?? '')).toBe(true)
  const entries = await rows<{ action: string; actor_role: string; detail: string }>(
    "SELECT action, actor_role, detail FROM audit_log WHERE firm_id = 'portal' AND subject_id = ? ORDER BY seq",
    name,
  )
  const of = { trust: trust?.id }
  expect(entries.map((e) => [e.action, e.actor_role, JSON.parse(e.detail)])).toMatchObject([
    ['remote.trust_added', 'operator', { ...of, issuer, subject: SUBJECT, scope: 'publish' }],
    ['remote.token_issued', 'team', { ...of, by: SUBJECT, scope: 'publish' }],
    ['remote.trust_revoked', 'operator', of],
  ])
})

it.each<[string, Record<string, unknown>, string]>([
  ['GitHub', { actor: 'ada' }, `ada (${SUBJECT})`],
  ['a bot of GitHub', { actor: 'dependabot[bot]' }, `dependabot[bot] (${SUBJECT})`],
  ['GitLab', { user_login: 'ada', user_email: 'ada@acme.example' }, `ada (${SUBJECT})`],
  ['a provider that writes é as two characters', { actor: ' andre\u0301\u200b' }, `andr\u00e9 (${SUBJECT})`],
  ['somebody who is called like an operator', { actor: 'operator@example.com' }, `operator@example.com (${SUBJECT})`],
  ['somebody who is called like the portal', { actor: 'portal' }, `portal (${SUBJECT})`],
  ['somebody who is called like another job', { actor: 'ada (repo:acme/shop)' }, SUBJECT],
  ['somebody with a line break', { actor: 'ada\nportal' }, SUBJECT],
  ['somebody without a visible name', { actor: '\u200b' }, SUBJECT],
  ['something else than a text', { actor: 7 }, SUBJECT],
])('names the holder of a token of %s', async (_, claims, label) => {
  const name = await remoteThatTrusts()
  const { token } = (await (await exchange(name, await idToken(claims))).json()) as { token: string }
  expect(await listTokens(store, name)).toMatchObject([{ label }])
  const [issued] = await rows<{ detail: string }>(
    "SELECT detail FROM audit_log WHERE subject_id = ? AND action = 'remote.token_issued'",
    name,
  )
  expect(JSON.parse(issued?.detail ?? '')).toMatchObject({ by: label, subject: SUBJECT, trust: expect.any(String) })
  await publish({ ...(await newRemote(name)), token })
  const portal = { url: portalUrl, token }
  expect((await listRemote(portal, name)).items).toMatchObject([{ actor: label }])
  expect((await listSwitches(portal, name)).items).toMatchObject([{ actor: label }])
})

it('cuts a long subject and a very long login, and keeps who it was', async () => {
  const subject = `repo:acme/${'portal'.repeat(40)}`
  const name = await remoteThatTrusts({ subject })
  for (const actor of ['ada', 'a'.repeat(255)])
    expect((await exchange(name, await idToken({ sub: subject, actor }))).status).toBe(200)
  const labels = (await listTokens(store, name)).map(({ label }) => label)
  expect(labels).toEqual([
    expect.stringMatching(/^a{59}… \(repo:acme\/(?:portal)+p?o?r?t?a?…\)$/),
    expect.stringMatching(/^ada \(repo:acme\/(?:portal)+p?o?r?t?a?…\)$/),
  ])
  expect(labels.map((label) => label?.length)).toEqual([200, 200])
})

it('gets a token for the job of a CI provider', async () => {
  const name = await remoteThatTrusts()
  expect(await ciToken(portalUrl, name, {})).toBeUndefined()
  const github = { ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer}/job?x=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'job' }
  expect(await ciToken(portalUrl, name, github)).toMatch(/^remote_/)
  expect(await ciToken(portalUrl, name, { PORTAL_ID_TOKEN: await idToken() })).toMatch(/^remote_/)
})
