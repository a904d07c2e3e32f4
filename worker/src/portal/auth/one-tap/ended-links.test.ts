import type { Session } from '@portal/contract/auth'
import type { SecondFactorRequired } from '@portal/contract/factors'
import { describe, expect, it } from 'vitest'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { stamped, toStatement } from '../../../platform/db/statement.ts'
import { CLIENT_PASSWORD, good, newDevice, nextMail, post, refused } from '../../../testing/accounts.ts'
import { afterPause, say } from '../../../testing/digests.ts'
import { appCode, bearer, enrolled, signedIn, verify } from '../../../testing/factors.ts'
import {
  archive,
  assignmentMail,
  callLink,
  type Device,
  expireLinks,
  linkIn,
  lookUpLink,
  mailedLink,
  mailedLinkWithPassword,
  openLink,
  turnLinks,
} from '../../../testing/one-tap.ts'
import { insert, mailsTo, newBookkeeper, newClient } from '../../../testing/portal.ts'
import { delivered } from '../../../testing/sections.ts'
import { change, get, rows, send } from '../../../testing/work.ts'
import { deleteOldLinks } from './delete-old-links.ts'

async function isInvalid(token: string, device?: Device): Promise<void> {
  for (const action of ['look-up', 'open', 'code', 'confirm'])
    await refused(callLink(action, { token, code: '123456' }, device), 'invalid_link')
}
const devicesOf = (token: string) =>
  rows(
    'SELECT device_hash FROM one_tap_devices JOIN one_tap_links ON id = link_id WHERE token_hash = ?',
    tokenHash(token),
  )

describe('an expired link', () => {
  it('does nothing but mail a new one to the same page', async () => {
    const { client, token, path } = await mailedLink()
    const phone = newDevice()
    await good(openLink(token, phone))
    await expireLinks(client.userId)
    await isInvalid(token, phone)
    await good(callLink('renew', { token, path }))
    const fresh = linkIn(await nextMail(client.email, 'Your new link'))
    expect(fresh.path).toBe(path)
    expect((await good<Session>(openLink(fresh.token))).user.id).toBe(client.userId)
    await isInvalid(token)
  })

  it('gets the same answer as an unknown one, and leads to pages of clients only', async () => {
    const { path } = await mailedLink()
    expect(await good(callLink('renew', { token: 'x'.repeat(43), path }))).toEqual({ ok: true })
    const answer = callLink('renew', { token: 'x'.repeat(43), path: '//evil.example/client-dashboard' })
    await refused(answer, 'invalid_input')
  })

  it('is deleted with its devices 30 days later', async () => {
    const { client, token } = await mailedLink()
    await good(openLink(token))
    await expireLinks(client.userId)
    const left = async (days: number): Promise<number[]> => {
      const { sql, args } = stamped(toStatement(deleteOldLinks(new Date(Date.now() + days * 86_400_000))), '')
      // Other tests need their links.
      await insert([{ sql: `${sql} AND user_id = ?`, args: [...args, client.userId] }])
      return [
        (await rows('SELECT id FROM one_tap_links WHERE user_id = ?', client.userId)).length,
        (await devicesOf(token)).length,
      ]
    }
    expect(await left(29)).toEqual([1, 1])
    expect(await left(31)).toEqual([0, 0])
  })

  it('mails a limited number of new ones, with the same answer', async () => {
    const { client, token, path } = await mailedLink()
    await expireLinks(client.userId)
    for (let i = 0; i < 7; i++) expect(await good(callLink('renew', { token, path }))).toEqual({ ok: true })
    await delivered('recipient = ?', `mail:${client.email}`)
    const mails = (await mailsTo(client.email)).filter((m) => m.subject === 'Your new link')
    expect(mails.length).toBeGreaterThan(1)
    expect(mails.length).toBeLessThan(7)
  })
})

describe('a link is revoked', () => {
  it('when the client signs out everywhere, or ends one session', async () => {
    for (const end of ['others', 'one']) {
      const { client, token } = await mailedLink()
      const { session_id } = await good<Session>(openLink(token))
      await good(
        end === 'others'
          ? send(client, 'POST', '/api/auth/sessions/end-others')
          : send(client, 'DELETE', `/api/auth/sessions/${session_id}`),
      )
      await isInvalid(token)
    }
  })

  it('when the password changes', async () => {
    const { token, person } = await mailedLinkWithPassword()
    const session = await signedIn(person, 'client')
    await good(
      post(
        '/api/auth/password/change',
        { current_password: CLIENT_PASSWORD, new_password: 'another-horse-8' },
        bearer(session),
      ),
    )
    await isInvalid(token)
  })

  it('when the client is archived, also after a restore', async () => {
    const { bookkeeper, client, token } = await mailedLink()
    await archive(bookkeeper, client.clientId, true)
    await isInvalid(token)
    await archive(bookkeeper, client.clientId, false)
    await isInvalid(token)
  })

  it('when the client is deleted', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await newClient(bookkeeper)
    await say(bookkeeper, 'Hello', client.clientId)
    const [mail = expect.fail('no mail')] = await afterPause(client.email)
    const { token, path } = linkIn(mail)
    expect(path).toBe('/client-chat')
    await good(lookUpLink(token))
    await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
    await isInvalid(token)
  })

  it('when its record belongs to another account', async () => {
    const { client, token } = await mailedLink()
    const { userId } = (await mailedLink()).client
    await change('UPDATE book_client_auth SET auth_user_id = ? WHERE client_id = ?', userId, client.clientId)
    await isInvalid(token)
  })

  it('between the first and the second factor', async () => {
    const { token, person } = await mailedLinkWithPassword()
    const { secret } = await enrolled(await signedIn(person, 'client'), person.password)
    const device = newDevice()
    const { second_factor } = await good<SecondFactorRequired>(openLink(token, device))
    await change('UPDATE one_tap_links SET revoked_at = ? WHERE token_hash = ?', 'now', tokenHash(token))
    await refused(verify(second_factor, appCode(secret), device), 'session_expired')
  })
})

it('end with the other sessions, whose browsers are unknown then', async () => {
  const { token, person, email } = await mailedLinkWithPassword()
  const [phone, laptop] = [newDevice(), newDevice()]
  await good(openLink(token, phone))
  const session = await good<Session>(post('/api/auth/sign-in', { ...person, portal: 'client' }, laptop))
  const known = () =>
    rows('SELECT device_hash FROM known_devices JOIN auth_users ON auth_users.id = user_id WHERE email = ?', email)
  expect(await known()).toHaveLength(3)
  await good(post('/api/auth/sessions/end-others', {}, { ...bearer(session), ...laptop }))
  await isInvalid(token)
  expect(await known()).toHaveLength(1)
})

describe('a firm that turns the links off', () => {
  it('sends ordinary links, and earlier ones do not work until it turns them on', async () => {
    const { bookkeeper, client, token } = await mailedLink()
    const { session_id } = await good<Session>(openLink(token))
    await turnLinks(bookkeeper, false)
    await turnLinks(bookkeeper, false)
    const ended = 'SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NOT NULL'
    expect(await rows(ended, client.userId)).toEqual([{ id: session_id }])
    expect(await get(bookkeeper, '/api/firm-mail/sender')).toMatchObject({ one_tap_links: false })
    await isInvalid(token)
    const { token: none, path } = linkIn(await assignmentMail(bookkeeper, client.clientId, client.email))
    expect([none, path.slice(0, 26)]).toEqual(['', '/client-dashboard?section='])
    await good(callLink('renew', { token, path }))
    const told = await nextMail(client.email, 'Please sign in to the client portal')
    expect(told.text).toContain('choose "Forgot your password?" there')
    expect(told.text).not.toContain('client-link')
    await turnLinks(bookkeeper, true)
    await good(lookUpLink(token))
    const logged = await rows(
      "SELECT detail FROM audit_log WHERE action = 'mail.one_tap_links_switched' AND firm_id = ? ORDER BY seq",
      bookkeeper.firmId,
    )
    expect(logged.map(({ detail }) => detail)).toEqual(['{"on":false}', '{"on":true}'])
  })
})
