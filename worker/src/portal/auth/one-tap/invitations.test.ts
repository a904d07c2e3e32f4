import type { Session } from '@portal/contract/auth'
import type { OneTapLink } from '@portal/contract/one-tap'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { CLIENT_PASSWORD, good, newDevice, nextMail, post, refused, setupToken } from '../../../testing/accounts.ts'
import { say } from '../../../testing/digests.ts'
import { bearer, signedIn } from '../../../testing/factors.ts'
import {
  archive,
  callLink,
  type Device,
  expireLinks,
  invitationToken,
  invitedClient,
  linkCode,
  lookUpLink,
  mailedLink,
  mailedLinkWithPassword,
  turnLinks,
} from '../../../testing/one-tap.ts'
import { mailsTo, newBookkeeper, stranger } from '../../../testing/portal.ts'
import { assigned, change, createdClient, day, newWorkform, rows, send } from '../../../testing/work.ts'

const open = (token: string, device?: Device) => callLink('open', { token, timeZone: 'Europe/Rome' }, device)
const isInvalid = (token: string) => refused(lookUpLink(token), 'invalid_link')
const accountsOf = (email: string) => rows<{ id: string }>('SELECT id FROM auth_users WHERE email = ?', email)
const setUp = (token: string) =>
  post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD, timeZone: 'UTC' })

describe('an invitation', () => {
  it('begins without a password: account, record and link of this browser', async () => {
    const { bookkeeper, token, clientId, email, name } = await invitedClient()
    await assigned(bookkeeper, await newWorkform(bookkeeper), [clientId], day(9))
    const phone = newDevice()
    const seen = await good<OneTapLink>(lookUpLink(token, phone))
    expect(seen).toEqual({
      user_id: expect.any(String),
      client_id: clientId,
      name,
      firm: 'Bea Bookkeeper & Co',
      email: email.replace(/^(.)[^@]*/, '$1•••'),
      needs_code: false,
      is_new: true,
      is_offer: false,
      waiting: { sections: 2, first_due: day(9), messages: 0 },
    })
    expect(await accountsOf(email)).toEqual([])
    const session = await good<Session>(open(token, phone))
    const { user } = session
    expect(user.id).toBe(seen.user_id)
    expect(user).toMatchObject({ email, client_id: clientId, time_zone: 'Europe/Rome' })
    expect((await stranger.fetch('/api/portal/workforms', { headers: bearer(session) })).status).toBe(200)
    expect(await rows('SELECT password_hash FROM auth_users WHERE id = ?', user.id)).toEqual([{ password_hash: null }])
    const [invitation] = await rows('SELECT * FROM book_invitations WHERE token_hash = ?', tokenHash(token))
    expect(invitation?.['used_at']).not.toBeNull()
    const [link] = await rows('SELECT * FROM one_tap_links WHERE token_hash = ?', tokenHash(token))
    expect(link).toMatchObject({ user_id: user.id, client_id: clientId, expires_at: invitation?.['expires_at'] })
    const actions = await rows('SELECT action FROM audit_log WHERE subject_id = ? ORDER BY seq', user.id)
    expect(actions.map(({ action }) => action)).toEqual(['account.linked', 'account.signed_in'])
    const mail = await nextMail(email, 'Your account is ready')
    expect(mail.text).toContain('opened your invitation to the client portal in this browser')
    const client = await (await bookkeeper.fetch(`/api/clients/${clientId}`)).json()
    expect(client).toMatchObject({ password_set: true })
    expect(await mailsTo(email)).toHaveLength(2)
    // Again on the same device, but not at the setup page.
    expect((await good<Session>(open(token, phone))).user.id).toBe(user.id)
    await refused(post('/api/auth/invitation/check', { token }), 'link_used')
    await refused(setUp(token), 'invalid_link')
  })

  it('mails a code to another device, and ends like any link', async () => {
    const { token, email } = await invitedClient()
    const [phone, laptop] = [newDevice(), newDevice()]
    await refused(callLink('code', { token }, laptop), 'invalid_link')
    const session = await good<Session>(open(token, phone))
    expect(await good<OneTapLink>(lookUpLink(token, laptop))).toMatchObject({ needs_code: true, waiting: null })
    await refused(open(token, laptop), 'forbidden')
    const code = await linkCode(token, email, laptop)
    expect((await good<Session>(callLink('confirm', { token, code }, laptop))).user.email).toBe(email)
    await good(post('/api/auth/sessions/end-others', {}, bearer(session)))
    await isInvalid(token)
  })

  it('belongs to one of several devices that open it at once', async () => {
    const { token, email } = await invitedClient()
    const answers = await Promise.all(Array.from({ length: 4 }, () => open(token)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    for (const answer of answers) if (!answer.ok) expect([403, 401]).toContain(answer.status)
    expect(await accountsOf(email)).toHaveLength(1)
    expect(await rows('SELECT id FROM one_tap_links WHERE token_hash = ?', tokenHash(token))).toHaveLength(1)
  })

  it('opens when two taps on one device overlap, or only the account was made', async () => {
    const { token, email } = await invitedClient()
    const phone = newDevice()
    const answers = await Promise.all([open(token, phone), open(token, phone)])
    expect(answers.map(({ ok }) => ok)).toEqual([true, true])
    await change('DELETE FROM sessions WHERE user_id = (SELECT id FROM auth_users WHERE email = ?)', email)
    await good<Session>(open(token, phone))
    expect(await accountsOf(email)).toHaveLength(1)
  })

  it('of a further firm is an offer: its owner signs in to decide', async () => {
    const { email, person } = await mailedLinkWithPassword()
    const { token } = await invitedClient(undefined, { email })
    const link = await good<OneTapLink>(lookUpLink(token))
    expect(link).toMatchObject({ is_offer: true, is_new: false, needs_code: false, waiting: null })
    await refused(open(token), 'account_exists')
    expect(await rows('SELECT id FROM one_tap_links WHERE token_hash = ?', tokenHash(token))).toEqual([])
    await good(post(`/api/auth/records/${link.client_id}/accept`, {}, bearer(await signedIn(person, 'client'))))
    await isInvalid(token)
  })

  it('takes over an address that someone signed up with, but never confirmed', async () => {
    const { token, email, clientId } = await invitedClient()
    const password = 'a-strangers-pass-1'
    await good(post('/api/auth/sign-up', { name: 'X', email, password, company: 'X', timeZone: 'UTC' }))
    expect((await good<Session>(open(token))).user).toMatchObject({ role: 'client', client_id: clientId })
    expect(await rows('SELECT password_hash FROM auth_users WHERE email = ?', email)).toEqual([{ password_hash: null }])
    const openLinks =
      'SELECT e.id FROM email_links e JOIN auth_users u ON u.id = e.user_id WHERE u.email = ? AND used_at IS NULL'
    expect(await rows(openLinks, email)).toEqual([])
  })

  it.each(['signup', 'recovery'] as const)('can be followed by a password (%s)', async (purpose) => {
    const { token, email } = await invitedClient()
    await good(open(token))
    await refused(post('/api/auth/sign-in', { email, password: '', portal: 'client' }), 'invalid_input')
    await refused(post('/api/auth/sign-in', { email, password: 'a guess', portal: 'client' }), 'invalid_credentials')
    const setup_token = await setupToken(email, purpose)
    await good(post('/api/auth/client/password', { setup_token, password: CLIENT_PASSWORD, timeZone: 'UTC' }))
    const { user } = await signedIn({ email, password: CLIENT_PASSWORD }, 'client')
    expect(user.client_id).not.toBeNull()
    await isInvalid(token)
    const ofPassword = "SELECT action FROM audit_log WHERE subject_id = ? AND action = 'account.password_reset'"
    expect(await rows(ofPassword, user.id)).toHaveLength(1)
  })
})

describe('an invitation does not open', () => {
  it('when it was used with a password, sent again, has expired, or is unknown', async () => {
    const used = await invitedClient()
    await good(setUp(used.token))
    const again = await invitedClient()
    await good(send(again.bookkeeper, 'POST', `/api/clients/${again.clientId}/invitation`))
    const old = await invitedClient()
    await change("UPDATE book_invitations SET expires_at = '2026-01-01' WHERE token_hash = ?", tokenHash(old.token))
    for (const token of [used.token, again.token, old.token, 'x'.repeat(43)]) {
      await isInvalid(token)
      await refused(open(token), 'invalid_link')
    }
    await good(lookUpLink(await invitationToken(again.email, 1)))
  })

  it('when the client was archived or deleted, or has another address, or the firm turned links off', async () => {
    const archived = await invitedClient()
    await archive(archived.bookkeeper, archived.clientId, true)
    const deleted = await invitedClient()
    await good(send(deleted.bookkeeper, 'DELETE', `/api/clients/${deleted.clientId}`))
    const moved = await invitedClient()
    await change('UPDATE book_clients SET email = ? WHERE id = ?', `moved-${moved.email}`, moved.clientId)
    const off = await invitedClient()
    await turnLinks(off.bookkeeper, false)
    for (const { token, email } of [archived, deleted, moved, off]) {
      await isInvalid(token)
      await refused(open(token), 'invalid_link')
      expect(await accountsOf(email)).toEqual([])
    }
    await turnLinks(off.bookkeeper, true)
    await good(open(off.token))
  })

  it('when the address has become a bookkeeper’s', async () => {
    const { token, email } = await invitedClient()
    const { userId } = await newBookkeeper()
    await change('UPDATE auth_users SET email = ? WHERE id = ?', email, userId)
    await refused(open(token), 'email_used_by_bookkeeper')
  })
})

describe('the mail of an invitation', () => {
  it('opens the portal with its button, and has the setup page and the sign-in page below', async () => {
    const { bookkeeper, token, email } = await invitedClient()
    const [mail = expect.fail('no mail')] = await mailsTo(email)
    for (const part of [mail.text, mail.html])
      for (const path of [
        `/client-link#${token}/client-dashboard?begin=true`,
        `/client-setup?token=${token}`,
        '/client-auth',
      ])
        expect(part).toContain(path)
    expect(mail.text.indexOf('/client-link#')).toBeLessThan(mail.text.indexOf('/client-setup?'))
    await turnLinks(bookkeeper, false)
    const client = await createdClient(bookkeeper)
    await invitationToken(client.email)
    const [ordinary = expect.fail('no mail')] = await mailsTo(client.email)
    expect(ordinary.text).toMatch(/Set up your account:\n\S+\/client-setup\?token=/)
    expect(ordinary.text + ordinary.html).not.toContain('client-link')
  })

  it('is sent again on request, while the client has not signed up', async () => {
    const path = '/client-dashboard'
    const { token, email, clientId } = await invitedClient()
    await change("UPDATE book_invitations SET expires_at = '2026-01-01' WHERE token_hash = ?", tokenHash(token))
    expect(await good(callLink('renew', { token, path }))).toEqual({ ok: true })
    const fresh = await invitationToken(email, 1)
    const { user } = await good<Session>(open(fresh))
    await isInvalid(token)
    const asked = await rows(
      "SELECT actor_role, detail FROM audit_log WHERE action = 'client.invited' AND client_id = ?",
      clientId,
    )
    expect(asked).toEqual([{ actor_role: 'system', detail: JSON.stringify({ email, asked: true }) }])
    // Now it is a link.
    await expireLinks(user.id)
    await good(callLink('renew', { token: fresh, path }))
    await expect.poll(async () => (await mailsTo(email))[0]?.subject).toBe('Your new link')
    const others = [await invitedClient(), await invitedClient(), await invitedClient(), await invitedClient()] as const
    const [archived, moved, declined, reported] = others
    await archive(archived.bookkeeper, archived.clientId, true)
    await change('UPDATE book_clients SET email = ? WHERE id = ?', `moved-${moved.email}`, moved.clientId)
    await change("UPDATE book_client_auth SET declined_at = '2026-01-01' WHERE client_id = ?", declined.clientId)
    await change("INSERT INTO firm_reports VALUES (?, ?, '2026-01-01')", reported.bookkeeper.firmId, reported.email)
    await isInvalid(declined.token)
    for (const { token: refusedToken } of others)
      expect(await good(callLink('renew', { token: refusedToken, path }))).toEqual({ ok: true })
    for (const other of others) expect(await mailsTo(other.email)).toHaveLength(1)
  })

  it('is not sent again beyond the limit of the firm, with the same answer', async () => {
    const { bookkeeper, token, email } = await invitedClient()
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
       INSERT INTO invitation_log (firm_id, address_hash, at) SELECT ?, i, ? FROM n`,
      bookkeeper.firmId,
      new Date().toISOString(),
    )
    expect(await good(callLink('renew', { token, path: '/client-dashboard' }))).toEqual({ ok: true })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('is not sent again beyond the limit, with the same answer', async () => {
    const { token, email } = await invitedClient()
    const renew = () => callLink('renew', { token, path: '/client-dashboard' })
    for (let i = 0; i < 7; i++) expect(await good(renew())).toEqual({ ok: true })
    const sent = (await rows('SELECT id FROM book_invitations WHERE email = ?', email)).length
    expect(sent).toBeGreaterThan(2)
    expect(sent).toBeLessThan(8)
  })
})

it('counts what waits: shown open sections and unread messages', async () => {
  const { bookkeeper, client, token } = await mailedLink()
  const { clientId } = client
  await say(bookkeeper, 'Hello', clientId)
  const waiting = async () => (await good<OneTapLink>(lookUpLink(token))).waiting
  expect(await waiting()).toEqual({ sections: 2, first_due: day(7), messages: 1 })
  await change(
    `UPDATE book_client_workforms SET status = 'completed'
     WHERE id = (SELECT id FROM book_client_workforms WHERE client_id = ? LIMIT 1)`,
    clientId,
  )
  expect(await waiting()).toEqual({ sections: 1, first_due: day(7), messages: 1 })
  await change("UPDATE book_client_workforms SET hidden_by = 'assignment' WHERE client_id = ?", clientId)
  await change('UPDATE chat_threads SET client_unread = 0 WHERE client_id = ?', clientId)
  expect(await waiting()).toEqual({ sections: 0, first_due: null, messages: 0 })
})
