import type { Session } from '@portal/contract/auth'
import type { SecondFactorRequired } from '@portal/contract/factors'
import type { OneTapLink } from '@portal/contract/one-tap'
import type { OwnRecords } from '@portal/contract/sessions'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { CLIENT_PASSWORD, good, newDevice, newRecord, nextMail, post, refused } from '../../../testing/accounts.ts'
import { afterPause, say } from '../../../testing/digests.ts'
import { appCode, bearer, enrolled, forgetSteps, signedIn, verify } from '../../../testing/factors.ts'
import {
  assignmentMail,
  callLink,
  type Device,
  linkCode,
  linkIn,
  lookUpLink,
  mailedLink,
  mailedLinkWithPassword,
  openLink,
} from '../../../testing/one-tap.ts'
import { mailsTo, newBookkeeper, newClient, portalUrl, stranger } from '../../../testing/portal.ts'
import { until } from '../../../testing/until.ts'
import { change, day, rows } from '../../../testing/work.ts'

const devicesOf = (token: string) =>
  rows(
    'SELECT device_hash FROM one_tap_devices JOIN one_tap_links ON id = link_id WHERE token_hash = ?',
    tokenHash(token),
  )

describe('a one-tap link', () => {
  it('signs in as the client of the mail, again on the same device', async () => {
    const { client, mail, token, path } = await mailedLink()
    expect(mail.html).toContain(`/client-link#${token}${path}`)
    const phone = newDevice()
    expect(await good<OneTapLink>(lookUpLink(token, phone))).toEqual({
      user_id: client.userId,
      client_id: client.clientId,
      name: client.name,
      firm: 'Bea Bookkeeper & Co',
      email: client.email.replace(/^(.)[^@]*/, '$1•••'),
      needs_code: false,
      is_new: false,
      is_offer: false,
      waiting: { sections: 2, first_due: day(7), messages: 0 },
    })
    const session = await good<Session>(openLink(token, phone))
    expect(session.user).toMatchObject({ id: client.userId, client_id: client.clientId })
    const id = new URL(path, portalUrl).searchParams.get('section') ?? ''
    const headers = bearer(session)
    const section = await good<PortalSectionDetail>(stranger.fetch(`/api/portal/sections/${id}`, { headers }))
    const saved = await stranger.fetch(`/api/portal/sections/${id}/draft`, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ answers: { a: 'Yes' }, base_version: section.draft_version }),
    })
    expect(saved.status).toBe(200)
    expect(await good<OneTapLink>(lookUpLink(token, phone))).toMatchObject({ needs_code: false })
    expect((await good<Session>(openLink(token, phone))).user.id).toBe(client.userId)
    expect(await devicesOf(token)).toHaveLength(1)
    const [entry] = await rows<{ detail: string }>(
      "SELECT detail FROM audit_log WHERE action = 'account.signed_in' AND subject_id = ?",
      client.userId,
    )
    expect(JSON.parse(entry?.detail ?? '{}')).toMatchObject({ session_id: session.session_id, link_id: mail.id })
  })

  it('is stored as a hash only, and made when the mail leaves', async () => {
    const { client, token, path, mail } = await mailedLink()
    const [link] = await rows('SELECT * FROM one_tap_links WHERE id = ?', mail.id)
    expect(link).toMatchObject({ user_id: client.userId, token_hash: tokenHash(token), revoked_at: null })
    expect(Date.parse(String(link?.['expires_at'])) - Date.parse(String(link?.['created_at']))).toBe(7 * 86_400_000)
    await change(
      "INSERT INTO mail_problems (email, firm_id, kind, reason, at) VALUES (?, '', 'bounced', 'Full', ?)",
      client.email,
      new Date().toISOString(),
    )
    await good(callLink('renew', { token, path }))
    const held = await until('held mail', async () => {
      const found = 'SELECT payload FROM outbox WHERE recipient = ? AND dead_at IS NOT NULL'
      return (await rows<{ payload: string }>(found, `mail:${client.email}`))[0]
    })
    expect(held.payload).toContain(`/client-link#\u{fdd0}${path}`)
    expect(await rows('SELECT id FROM one_tap_links WHERE user_id = ?', client.userId)).toHaveLength(1)
  })

  it('is not used up by scanners, which open the page or look at the link', async () => {
    const { client, token } = await mailedLink()
    const sessions = () => rows('SELECT id FROM sessions WHERE user_id = ?', client.userId)
    const before = await sessions()
    for (let i = 0; i < 30; i++) {
      const method = i % 2 ? 'HEAD' : 'GET'
      const page = await fetch(new URL(`/client-link#${token}`, portalUrl), { method })
      expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer'])
      await page.arrayBuffer()
      await good(lookUpLink(token))
    }
    expect(await devicesOf(token)).toEqual([])
    expect(await sessions()).toEqual(before)
    await good<Session>(openLink(token))
  })

  it('needs a mailed code on another device, and then works there, too', async () => {
    const { client, token } = await mailedLink()
    const [phone, laptop, thief] = [newDevice(), newDevice(), newDevice()]
    await good(openLink(token, phone))
    expect(await good<OneTapLink>(lookUpLink(token, laptop))).toMatchObject({ needs_code: true, waiting: null })
    await refused(openLink(token, laptop), 'forbidden')
    const code = await linkCode(token, client.email, laptop)
    const confirm = (device: Device, entered = code) => callLink('confirm', { token, code: entered }, device)
    await refused(confirm(laptop, code === '100000' ? '100001' : '100000'), 'invalid_code')
    await refused(confirm(thief), 'invalid_code')
    expect((await good<Session>(confirm(laptop))).user.id).toBe(client.userId)
    await refused(confirm(laptop), 'invalid_code')
    for (const device of [phone, laptop]) await good<Session>(openLink(token, device))
    await refused(openLink(token, thief), 'forbidden')
  })

  it('needs a code in the same browser, too, after signing out there', async () => {
    const { client, token } = await mailedLink()
    const [phone, thief] = [newDevice(), newDevice()]
    const session = await good<Session>(openLink(token, phone))
    await good(post('/api/auth/sign-out', {}, { ...bearer(session), ...phone }))
    for (const device of [phone, thief]) {
      expect(await good<OneTapLink>(lookUpLink(token, device))).toMatchObject({ needs_code: true })
      await refused(openLink(token, device), 'forbidden')
    }
    const code = await linkCode(token, client.email, phone)
    await good(callLink('confirm', { token, code }, phone))
    await good(openLink(token, phone))
  })

  it('belongs to one of two devices that open it at once', async () => {
    const { token } = await mailedLink()
    const answers = await Promise.all([openLink(token), openLink(token), openLink(token)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await devicesOf(token)).toHaveLength(1)
  })

  it('has its token only in addresses of the portal, not in what a bookkeeper writes', async () => {
    const bookkeeper = await newBookkeeper()
    const marks = ['{token}', '\u{fdd0}', '\u{fdd0}\u{fdd0}', '\u202e\u{fdd0}', '\0\u{fdd0}', '&#xfdd0;', '%EF%B7%90']
    const forged = marks.map((mark) => `/client-link#${mark}/client-chat`)
    const client = await newClient(bookkeeper, `Cleo https://evil.example${forged[1]}`)
    await say(bookkeeper, forged.map((path) => `https://evil.example${path}`).join(' '), client.clientId)
    const [mail = expect.fail('no mail')] = await afterPause(client.email)
    const { token } = linkIn(mail)
    await good(lookUpLink(token))
    expect(mail.text).toContain('https://evil.example/client-link#')
    expect([...(mail.text + mail.html).matchAll(/\S*#[\w-]{43}/g)].filter(([url]) => url.includes('evil'))).toEqual([])
    expect((mail.text + mail.html).split(token)).toHaveLength(5)
  })

  it('is the same when the mail is delivered again', async () => {
    const { bookkeeper, client, mail, token } = await mailedLink()
    const composed = (text: string) => text.replaceAll(token, '\u{fdd0}')
    const { clientId, email } = client
    const payload = { ...mail, text: composed(mail.text), html: composed(mail.html), clientId }
    await change('DELETE FROM dev_mailbox WHERE id = ?', mail.id)
    await change(
      'UPDATE outbox SET done_at = NULL, payload = ?, next_at = ? WHERE id = ?',
      JSON.stringify(payload),
      new Date().toISOString(),
      mail.id,
    )
    await assignmentMail(bookkeeper, clientId, email)
    const again = (await mailsTo(email)).find((m) => m.id === mail.id) ?? expect.fail('not delivered again')
    expect(linkIn(again).token).toBe(token)
    expect(await rows('SELECT id FROM one_tap_links WHERE id = ?', mail.id)).toHaveLength(1)
    await good(lookUpLink(token))
  })

  it('is absent from mails without an account, or to another address than that of the account', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await newClient(bookkeeper)
    const moved = `moved-${client.email}`
    await change('UPDATE book_clients SET email = ? WHERE id = ?', moved, client.clientId)
    const mail = await assignmentMail(bookkeeper, client.clientId, moved)
    expect(linkIn(mail)).toMatchObject({ token: '', path: expect.stringMatching(/^\/client-dashboard\?section=/) })
    expect(mail.text + mail.html).not.toContain('client-link')
  })
})

describe('a session by link', () => {
  it('requires the second factor, and is bound to the device only then', async () => {
    const { token, clientId, email, person } = await mailedLinkWithPassword()
    const { secret } = await enrolled(await signedIn(person, 'client'), person.password)
    const phone = newDevice()
    const { second_factor } = await good<SecondFactorRequired>(openLink(token, phone))
    expect(await devicesOf(token)).toEqual([])
    const session = await good<Session>(verify(second_factor, appCode(secret), phone))
    expect(session.user.client_id).toBe(clientId)
    expect(await devicesOf(token)).toHaveLength(1)
    // The second factor is due each time.
    const again = await good<SecondFactorRequired>(openLink(token, phone))
    await forgetSteps(session.user.id)
    await refused(verify(again.second_factor, appCode(secret), newDevice()), 'session_expired')
    for (let i = 0; i < 5; i++)
      await verify(again.second_factor, appCode(secret) === '000000' ? '000001' : '000000', phone)
    const { text } = await nextMail(email, 'Failed sign-in to your account')
    expect(text).toContain('Someone opened a link from an email to you')
    expect(text).not.toContain('password')
  })

  it('changes neither password nor factors nor passkeys without the password', async () => {
    const { token, email } = await mailedLinkWithPassword()
    const headers = bearer(await good<Session>(openLink(token)))
    await refused(post('/api/auth/factors', { password: '' }, headers), 'invalid_input')
    await refused(post('/api/auth/factors', { password: 'a guess' }, headers), 'wrong_password')
    await refused(post('/api/auth/passkeys/options', {}, headers), 'reauthentication_required')
    const changePassword = (current_password: string) =>
      post('/api/auth/password/change', { current_password, new_password: 'another-horse-8' }, headers)
    await refused(changePassword('a guess'), 'wrong_password')
    await good(post('/api/auth/factors', { password: CLIENT_PASSWORD }, headers))
    // A right password once does not change what opened the session.
    await refused(post('/api/auth/passkeys/options', {}, headers), 'reauthentication_required')
    await good(changePassword(CLIENT_PASSWORD))
    await signedIn({ email, password: 'another-horse-8' }, 'client')
  })

  it('stays with the firm that sent the mail', async () => {
    const { token, clientId, email, person } = await mailedLinkWithPassword()
    const other = await newBookkeeper()
    const offer = await newRecord(other, email)
    const declined = await newRecord(await newBookkeeper(), email)
    const byPassword = await signedIn(person, 'client')
    await good(post(`/api/auth/records/${offer.id}/accept`, {}, bearer(byPassword)))
    const session = await good<Session>(openLink(token))
    expect(session.user.client_id).toBe(clientId)
    const headers = bearer(session)
    await refused(post('/api/auth/records/switch', { client_id: offer.id }, headers), 'forbidden')
    await refused(post(`/api/auth/records/${declined.id}/accept`, {}, headers), 'forbidden')
    await refused(post(`/api/auth/records/${declined.id}/decline`, { report: false }, headers), 'forbidden')
    const seen = async (h: Record<string, string>) => {
      const { items, offers } = await good<OwnRecords>(stranger.fetch('/api/auth/records', { headers: h }))
      return [items, offers].map((records) => records.map((r) => r.client_id).sort())
    }
    expect(await seen(headers)).toEqual([[clientId], [declined.id]])
    const at = new Date()
    await change(
      'INSERT INTO email_changes (id, client_id, email, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      offer.id,
      offer.id,
      `moved-${email}`,
      'hash',
      at.toISOString(),
      new Date(at.getTime() + 60_000).toISOString(),
    )
    await refused(post(`/api/auth/email-changes/${offer.id}/refuse`, {}, headers), 'not_found')
    await good(post(`/api/auth/email-changes/${offer.id}/refuse`, {}, bearer(byPassword)))
    expect(await seen(bearer(byPassword))).toEqual([[clientId, offer.id].sort(), [declined.id]])
    // A link for another record opens that one.
    await change('UPDATE book_client_auth SET password_set = 1 WHERE client_id = ?', offer.id)
    const { token: theirs } = linkIn(await assignmentMail(other, offer.id, email))
    expect((await good<Session>(openLink(theirs))).user.client_id).toBe(offer.id)
  })

  it("reaches no other client's work", async () => {
    const mine = await mailedLink()
    const theirs = await mailedLink()
    const headers = bearer(await good<Session>(openLink(mine.token)))
    const id = new URL(theirs.path, portalUrl).searchParams.get('section') ?? ''
    await refused(stranger.fetch(`/api/portal/sections/${id}`, { headers }), 'not_found')
    await refused(stranger.fetch('/api/clients', { headers }), 'forbidden')
  })
})
