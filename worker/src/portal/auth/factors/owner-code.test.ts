import type { Session } from '@portal/contract/auth'
import type { Enrollment, Factors, RecoveryCodes } from '@portal/contract/factors'
import type { PasskeyCreationOptions } from '@portal/contract/passkeys'
import type { OwnSession } from '@portal/contract/sessions'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { codeIn, good, newDevice, nextMail, post, refused, registered } from '../../../testing/accounts.ts'
import { newAuthenticator } from '../../../testing/authenticator.ts'
import { appCode, bearer, del, forgetSteps, signedIn, verify } from '../../../testing/factors.ts'
import { callLink, mailedLink, mailedLinkWithPassword, openLink } from '../../../testing/one-tap.ts'
import { mailsTo, stranger } from '../../../testing/portal.ts'
import { change, rows } from '../../../testing/work.ts'

const SUBJECT = 'Your code to change how you sign in'
const other = (code: string): string => (code === '100000' ? '100001' : '100000')

/** A client without a password, signed in by link in a browser of their own. */
async function clientByLink() {
  const { client, token } = await mailedLink()
  const phone = newDevice()
  const session = await good<Session>(openLink(token, phone))
  const headers = { ...bearer(session), ...phone }
  return { ...client, token, phone, session, headers, code: () => mailedCode(client.email, headers) }
}

/** Requests a code and reads it from the mailbox. */
async function mailedCode(email: string, headers: Record<string, string>): Promise<string> {
  const before = (await mailsTo(email)).filter((m) => m.subject === SUBJECT).length
  await good(post('/api/auth/factors/email-code', {}, headers))
  return codeIn(await nextMail(email, SUBJECT, before))
}

const begin = (proof: object, headers: Record<string, string>) => post('/api/auth/passkeys/options', proof, headers)

describe('a mailed code proves the owner of an account without a password', () => {
  it('once, in the browser that requested it', async () => {
    const { headers, session, code } = await clientByLink()
    await refused(begin({}, headers), 'reauthentication_required')
    await refused(begin({ password: 'a guess' }, headers), 'password_missing')
    const email_code = await code()
    await refused(begin({ email_code: other(email_code) }, headers), 'wrong_email_code')
    await refused(begin({ email_code }, { ...headers, ...newDevice() }), 'wrong_email_code')
    await refused(begin({ email_code: 'abc' }, headers), 'invalid_input')
    const options = await good<PasskeyCreationOptions>(begin({ email_code }, headers))
    await refused(begin({ email_code }, headers), 'wrong_email_code')
    const created = newAuthenticator().create(options)
    const { id } = await good<{ id: string }>(post('/api/auth/passkeys', created, bearer(session)))
    // Each change needs a code of its own.
    await refused(del(`/api/auth/passkeys/${id}`, { email_code }, headers), 'wrong_email_code')
    await good(del(`/api/auth/passkeys/${id}`, { email_code: await code() }, headers))
  })

  it('not after five wrong tries, ten minutes, or a newer code', async () => {
    const { headers, code, email } = await clientByLink()
    const first = await code()
    for (let i = 0; i < 5; i++) await refused(begin({ email_code: other(first) }, headers), 'wrong_email_code')
    await refused(begin({ email_code: first }, headers), 'wrong_email_code')
    const second = await code()
    const third = await code()
    if (second !== third) await refused(begin({ email_code: second }, headers), 'wrong_email_code')
    await change('UPDATE verification_codes SET expires_at = ? WHERE email = ?', new Date().toISOString(), email)
    await refused(begin({ email_code: third }, headers), 'wrong_email_code')
  })

  it('not with the code of another person, of a link, or the other way round', async () => {
    const [mine, theirs] = [await clientByLink(), await clientByLink()]
    const email_code = await theirs.code()
    await mine.code()
    await refused(begin({ email_code }, mine.headers), 'wrong_email_code')
    // Someone with a forwarded link has asked for the code of a second device.
    await good(callLink('code', { token: mine.token }, mine.phone))
    const ofLink = codeIn(await nextMail(mine.email, 'Your sign-in code'))
    await refused(begin({ email_code: ofLink }, mine.headers), 'wrong_email_code')
    const ofOwner = await mine.code()
    await refused(callLink('confirm', { token: mine.token, code: ofOwner }, mine.phone), 'invalid_code')
    await good(begin({ email_code: ofOwner }, mine.headers))
  })

  it('not while the account has a password', async () => {
    const { token, email } = await mailedLinkWithPassword()
    const phone = newDevice()
    const headers = { ...bearer(await good<Session>(openLink(token, phone))), ...phone }
    await refused(post('/api/auth/factors/email-code', {}, headers), 'reauthentication_required')
    expect((await mailsTo(email)).filter((m) => m.subject === SUBJECT)).toEqual([])
    await refused(begin({ email_code: '123456' }, headers), 'wrong_password')
    const client = await clientByLink()
    const email_code = await client.code()
    await change("UPDATE auth_users SET password_hash = 'set' WHERE id = ?", client.userId)
    await refused(begin({ email_code }, client.headers), 'wrong_password')
  })

  it('at most fifty tries a day, also in a browser that the account knows', async () => {
    const { headers, code, email } = await clientByLink()
    const email_code = await code()
    await change('UPDATE verification_codes SET tries = 50, closed_at = created_at WHERE email = ?', email)
    await refused(post('/api/auth/factors/email-code', {}, headers), 'too_many_requests')
    await refused(begin({ email_code }, headers), 'too_many_requests')
  })

  it('also when a stranger has used up the tries of codes for links', async () => {
    const { token, headers, code, email } = await clientByLink()
    await good(callLink('code', { token }, newDevice()))
    await change('UPDATE verification_codes SET tries = 50, closed_at = created_at WHERE email = ?', email)
    await good(begin({ email_code: await code() }, headers))
  })

  it('not after the session has ended', async () => {
    const { headers, session, code } = await clientByLink()
    const email_code = await code()
    await change('UPDATE sessions SET revoked_at = created_at WHERE id = ?', session.session_id)
    await refused(begin({ email_code }, headers), 'unauthenticated')
    await refused(post('/api/auth/factors/email-code', {}, headers), 'unauthenticated')
  })

  it('together with the second factor, which a wrong code does not reveal', async () => {
    const { headers, session, code } = await clientByLink()
    await refused(post('/api/auth/factors', {}, headers), 'password_missing')
    const { id, secret } = await good<Enrollment>(post('/api/auth/factors', { email_code: await code() }, headers))
    const { challenge } = await good<{ challenge: string }>(post(`/api/auth/factors/${id}/challenge`, {}, headers))
    await good<RecoveryCodes>(verify({ factor_id: id, challenge, expires_at: '' }, appCode(secret)))
    await forgetSteps(session.user.id)
    const email_code = await code()
    const renew = (proof: object) => post('/api/auth/factors/recovery-codes', proof, headers)
    await refused(renew({ email_code: other(email_code), code: appCode(secret) }), 'wrong_email_code')
    // A wrong code of the app leaves the mailed one open.
    await refused(renew({ email_code }), 'invalid_code')
    await refused(renew({ email_code, code: '000000' }), 'invalid_code')
    await good<RecoveryCodes>(renew({ email_code, code: appCode(secret) }))
    await forgetSteps(session.user.id)
    await refused(del(`/api/auth/factors/${id}`, { email_code, code: appCode(secret) }, headers), 'wrong_email_code')
    await good(del(`/api/auth/factors/${id}`, { email_code: await code(), code: appCode(secret) }, headers))
  })
})

describe('changes of an account without a password', () => {
  it('sets the first password, after which the password is needed', async () => {
    const { headers, session, email, userId, code } = await clientByLink()
    const set = (proof: object) =>
      post('/api/auth/password/change', { ...proof, new_password: 'plum-orchard-4' }, headers)
    await refused(set({}), 'password_missing')
    await refused(set({ email_code: '100000' }), 'wrong_email_code')
    const email_code = await code()
    await good(set({ email_code }))
    await nextMail(email, 'Your password is set')
    await refused(set({ email_code }), 'wrong_password')
    const factors = await good<Factors>(stranger.fetch('/api/auth/factors', { headers: bearer(session) }))
    expect(factors.has_password).toBe(true)
    expect((await signedIn({ email, password: 'plum-orchard-4' }, 'client')).user.id).toBe(userId)
    const actions = await rows<{ action: string }>('SELECT action FROM audit_log WHERE subject_id = ?', userId)
    expect(actions.map(({ action }) => action)).toContain('account.password_changed')
  })

  it('keeps the code when the new password is refused', async () => {
    const { headers, code } = await clientByLink()
    const email_code = await code()
    const set = (new_password: string) => post('/api/auth/password/change', { email_code, new_password }, headers)
    await refused(set('password'), 'password_weak')
    await good(set('plum-orchard-4'))
  })

  it('confirms a change of the address with a code to the old one', async () => {
    const { headers, clientId, email, code } = await clientByLink()
    const [at, to] = [new Date(), `moved-${email}`]
    await change(
      'INSERT INTO email_changes (id, client_id, email, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      clientId,
      clientId,
      to,
      tokenHash('secret'),
      at.toISOString(),
      new Date(at.getTime() + 60_000).toISOString(),
    )
    const confirm = (proof: object) =>
      post(`/api/auth/email-changes/${clientId}/confirm`, { token: 'secret', ...proof }, headers)
    await change("INSERT INTO mail_digests VALUES (?, 'receipts', 'someone', '[]', 0, '9999', '9999')", email)
    await refused(confirm({}), 'password_missing')
    await refused(confirm({ email_code: '100000' }), 'wrong_email_code')
    const session = await good<Session>(confirm({ email_code: await code() }))
    expect(session.user.email).toBe(to)
    // The mail of the day that already waits.
    expect(await rows('SELECT kind FROM mail_digests WHERE address = ?', email)).toEqual([])
    expect(await rows('SELECT kind FROM mail_digests WHERE address = ?', to)).toEqual([{ kind: 'receipts' }])
  })

  it('unlinks one of two providers', async () => {
    const person = await registered()
    const session = await signedIn(person)
    const headers = { ...bearer(session), ...newDevice() }
    const [one, two] = [uuidv7(), uuidv7()]
    for (const id of [one, two])
      await change(
        `INSERT INTO auth_identities (id, user_id, issuer, subject, provider, email, created_at)
          VALUES (?1, ?2, 'issuer', ?1, 'oidc', ?3, ?4)`,
        id,
        session.user.id,
        person.email,
        new Date().toISOString(),
      )
    await change('UPDATE auth_users SET password_hash = NULL WHERE id = ?', session.user.id)
    const unlink = (id: string, proof: object) => del(`/api/auth/oauth/identities/${id}`, proof, headers)
    await refused(unlink(one, {}), 'password_missing')
    await good(unlink(one, { email_code: await mailedCode(person.email, headers) }))
    await refused(unlink(two, {}), 'last_sign_in_method')
  })
})

it('names the session that a link opened', async () => {
  const { headers, session } = await clientByLink()
  const { items } = await good<{ items: OwnSession[] }>(stranger.fetch('/api/auth/sessions', { headers }))
  expect(items.find(({ id }) => id === session.session_id)).toMatchObject({ by_link: true, current: true })
  expect(items.filter(({ by_link }) => by_link)).toHaveLength(1)
})
