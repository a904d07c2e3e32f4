import { array, assert, constantFrom, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Env, type Settings, settings } from '../../../env.ts'
import { safeNext } from './start-provider-sign-in.ts'
import { isTenantAllowed, isMicrosoftEmailVerified, getProvider, providersOf } from './providers.ts'
import { isPublicAddress } from '../../../platform/net/public-address.ts'

const TENANT = '11111111-2222-3333-4444-555555555555'
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad'
const FLOW = { state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
const read = (variables: Record<string, string>, ENVIRONMENT = 'production'): Settings =>
  settings({
    ENVIRONMENT,
    LIBSQL_URL: 'http://127.0.0.1',
    AUTH_SECRET: 'x'.repeat(32),
    ORIGIN: 'https://portal.example',
    OPERATOR_ORIGIN: 'https://ops.example',
    MAIL_FROM: 'portal@portal.example',
    ...variables,
  } as unknown as Env)
const GOOGLE = { GOOGLE_CLIENT_ID: 'g-id', GOOGLE_CLIENT_SECRET: 'g-secret' }
const MICROSOFT = { MICROSOFT_CLIENT_ID: 'm-id', MICROSOFT_CLIENT_SECRET: 'm-secret' }
const OIDC = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'o-id', OIDC_CLIENT_SECRET: 'o-secret' }

describe('the settings', () => {
  it('offer only configured providers', () => {
    expect(providersOf(read({}))).toEqual([])
    expect(providersOf(read({ ...MICROSOFT, ...GOOGLE })).map((p) => p.name)).toEqual(['Google', 'Microsoft'])
    expect(providersOf(read({ ...OIDC, OIDC_NAME: 'Ledger ID' }))).toEqual([{ id: 'oidc', name: 'Ledger ID' }])
    expect(providersOf(read(OIDC))).toEqual([{ id: 'oidc', name: 'Single Sign-On' }])
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, 'GOOGLE_CLIENT_SECRET must be set when GOOGLE_CLIENT_ID is'],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID must be set when GOOGLE_CLIENT_SECRET is'],
    [{ MICROSOFT_CLIENT_ID: 'x' }, 'MICROSOFT_CLIENT_SECRET must be set'],
    [{ ...OIDC, OIDC_ISSUER: '' }, 'OIDC_ISSUER must be set'],
    [{ ...OIDC, OIDC_ISSUER: 'http://id.example' }, 'OIDC_ISSUER must be a public https address'],
    [{ ...OIDC, OIDC_ISSUER: 'https://10.0.0.7' }, 'OIDC_ISSUER must be a public https address'],
    [{ MICROSOFT_TENANT: '../evil' }, 'MICROSOFT_TENANT'],
  ])('refuse to start with %j', (variables, message) => {
    expect(() => read(variables as Record<string, string>)).toThrow(message)
  })

  it('accept a private issuer only in development', () => {
    expect(providersOf(read({ ...OIDC, OIDC_ISSUER: 'http://localhost:4000' }, 'development'))).toHaveLength(1)
  })

  it('recognize a private address in any notation', () => {
    const hosts = [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '10.1.2.3',
      '192.168.0.1',
      '172.20.0.1',
      '169.254.169.254',
      '100.64.0.1',
    ]
    for (const host of [
      ...hosts,
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      'db.localhost',
      'nas.local',
      'api.internal',
      'localhost.',
    ]) {
      expect([host, isPublicAddress(`https://${host}/`, false)]).toEqual([host, false])
    }
    for (const address of [
      'https://id.example',
      'https://172.32.0.1',
      'https://100.128.0.1',
      'https://10.example.com',
    ]) {
      expect([address, isPublicAddress(address, false)]).toEqual([address, true])
    }
    for (const address of ['https://me:pw@id.example', 'ftp://id.example', 'no address'])
      expect(isPublicAddress(address, true)).toBe(false)
  })
})

describe('Google', () => {
  it('gets PKCE, state and nonce, and lets users select an account', async () => {
    const provider = await getProvider({ settings: read(GOOGLE), origin: 'https://portal.example' }, 'google')
    const url = provider.authorize(FLOW)
    expect(url.origin).toBe('https://accounts.google.com')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'g-id',
      redirect_uri: 'https://portal.example/api/auth/oauth/google/callback',
      state: 's',
      nonce: 'n',
      code_challenge_method: 'S256',
      prompt: 'select_account',
    })
    expect(provider.rules.isIssuer('https://accounts.google.com', {})).toBe(true)
    expect(provider.rules.isIssuer('https://accounts.google.com.evil.example', {})).toBe(false)
    expect(provider.hasVerifiedEmail({ email_verified: true })).toBe(true)
    for (const claims of [{}, { email_verified: false }, { email_verified: 1 }])
      expect(provider.hasVerifiedEmail(claims)).toBe(false)
  })
})

describe('Microsoft', () => {
  it('is addressed at its tenant, and accepts only issuers of allowed tenants', async () => {
    const provider = await getProvider(
      { settings: read({ ...MICROSOFT, MICROSOFT_TENANT: TENANT }), origin: 'https://p.example' },
      'microsoft',
    )
    const url = provider.authorize(FLOW)
    expect(url.href).toContain(`https://login.microsoftonline.com/${TENANT}/oauth2/v2.0/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      nonce: 'n',
      state: 's',
      code_challenge_method: 'S256',
    })
    const issuer = (tid: string) => `https://login.microsoftonline.com/${tid}/v2.0`
    expect(provider.rules.isIssuer(issuer(TENANT), { tid: TENANT })).toBe(true)
    expect(provider.rules.isIssuer(issuer(PERSONAL), { tid: PERSONAL })).toBe(false)
    expect(provider.rules.isIssuer(issuer(PERSONAL), { tid: TENANT })).toBe(false)
    expect(provider.rules.isIssuer(issuer('x'), { tid: 'x' })).toBe(false)
  })

  it('allows the tenants of the setting', () => {
    expect(isTenantAllowed('common', TENANT)).toBe(true)
    expect([isTenantAllowed('organizations', TENANT), isTenantAllowed('organizations', PERSONAL)]).toEqual([
      true,
      false,
    ])
    expect([isTenantAllowed('consumers', TENANT), isTenantAllowed('consumers', PERSONAL)]).toEqual([false, true])
    expect(isTenantAllowed('common', undefined)).toBe(false)
  })

  it('does not verify addresses that an administrator may have entered', () => {
    expect(isMicrosoftEmailVerified('common', { tid: TENANT, email: 'ceo@victim.example' })).toBe(false)
    expect(isMicrosoftEmailVerified('common', { tid: TENANT, email_verified: true })).toBe(false)
    expect(isMicrosoftEmailVerified('common', { tid: TENANT, xms_edov: true })).toBe(true)
    expect(isMicrosoftEmailVerified('common', { tid: TENANT, xms_edov: '1' })).toBe(true)
    expect(isMicrosoftEmailVerified('common', { tid: TENANT, xms_edov: false })).toBe(false)
    expect(isMicrosoftEmailVerified('common', { tid: PERSONAL })).toBe(true)
    expect(isMicrosoftEmailVerified(TENANT, { tid: TENANT })).toBe(true)
  })
})

it('accepts only paths of the portal as the page to open afterwards', () => {
  const part = constantFrom('/', '\\', '\t', '\n', '\r', 'evil.example', 'https:', '@', '?', '#', 'clients', '..', '.')
  assert(
    property(
      oneof(
        string(),
        array(part).map((parts) => parts.join('')),
        webUrl(),
      ),
      (next) => {
        const path = safeNext(next)
        if (path !== undefined) expect(new URL(path, 'https://portal.example').origin).toBe('https://portal.example')
      },
    ),
  )
})
