import type { Session } from '@portal/contract/auth'
import type { OneTapLink } from '@portal/contract/one-tap'
import { tokenHash } from '../../../worker/src/crypto/secrets.ts'
import { CLIENT_PASSWORD, newDevice, post } from '../../../worker/src/testing/accounts.ts'
import {
  archive,
  callLink,
  type Device,
  invitedClient,
  lookUpLink,
  mailedLinkWithPassword,
  openLink,
  turnLinks,
} from '../../../worker/src/testing/one-tap.ts'
import { newBookkeeper, portalUrl } from '../../../worker/src/testing/portal.ts'
import { change, rows, send } from '../../../worker/src/testing/work.ts'
import { attack, type Trial } from '../lib/attack.ts'
import { countRows } from '../lib/database.ts'
import { atOnce, drain, fromNewAddress } from '../lib/requests.ts'

/** Invitations, which begin without a password: guessed, used, opened at once, by scanners, after their end. */

const elsewhere = (): Device => ({ ...newDevice(), ...fromNewAddress() })
const setUp = (token: string) =>
  post('/api/auth/invitation/accept', { token, password: CLIENT_PASSWORD, timeZone: 'UTC' }, elsewhere())
const accountsOf = async (email: string): Promise<number> =>
  (await rows('SELECT id FROM auth_users WHERE email = ?', email)).length

/** Expects that an invitation does nothing. */
async function isDead(t: Trial, what: string, token: string): Promise<void> {
  for (const action of ['look-up', 'open', 'code'])
    await t.refuses(`${action} of an invitation ${what}`, callLink(action, { token }, elsewhere()), 'invalid_link')
}

attack('invitations that are guessed, and scanners that look at them', async (t) => {
  const { token, email, clientId } = await invitedClient()
  const [stored] = await rows<{ token_hash: string; id: string }>(
    'SELECT token_hash, id FROM book_invitations WHERE client_id = ?',
    clientId,
  )
  for (const guess of [stored?.token_hash, stored?.id, clientId, email, token.slice(1), `${token}=`, `${token} `, ''])
    await isDead(t, `with the token ${guess}`, guess ?? '')
  const before = await countRows('one_tap_links')
  for (let i = 0; i < 20; i++) {
    await drain(fetch(new URL(`/client-link#${token}/client-dashboard`, portalUrl)))
    await drain(fetch(new URL(`/client-setup?token=${token}`, portalUrl)))
    await t.accepts('a look-up', lookUpLink(token, elsewhere()))
  }
  t.check((await accountsOf(email)) === 0, 'looking at an invitation creates an account')
  t.check((await countRows('one_tap_links')) === before, 'looking at an invitation makes a link')
  const link = await t.accepts<OneTapLink>('the look-up', lookUpLink(token, elsewhere()))
  t.check(!JSON.stringify(link).includes(email), 'a look-up shows the address')
})

attack('an invitation on several devices, and again', async (t) => {
  const { token, email, clientId } = await invitedClient()
  const devices = Array.from({ length: 20 }, elsewhere)
  const answers = await atOnce(20, (i) => openLink(token, devices[i]))
  t.check(answers.filter(({ ok }) => ok).length === 1, 'an invitation opens on several devices at once')
  t.check((await accountsOf(email)) === 1, 'an invitation creates several accounts')
  const owner = devices[answers.findIndex(({ ok }) => ok)]
  const { user } = await t.accepts<Session>('the owner again', openLink(token, owner))
  t.check(user.client_id === clientId, 'an invitation opens another record')
  const sessions = await countRows(`sessions WHERE user_id = '${user.id}'`)
  t.check(sessions === 2, `the losers have sessions (${sessions})`)
  for (const device of devices.filter((d) => d !== owner).slice(0, 3)) {
    await t.refuses('another device', openLink(token, device), 'forbidden')
    const seen = await t.accepts<OneTapLink>('a look-up', lookUpLink(token, device))
    t.check(seen.needs_code && seen.waiting === null, 'another device is told what waits')
  }
  await t.refuses('a used invitation with a password', setUp(token), 'invalid_link')

  const both = await invitedClient()
  const phone = elsewhere()
  const [opened, set] = await Promise.all([openLink(both.token, phone), setUp(both.token)])
  t.check(Number(opened.ok) + Number(set.ok) === 1, 'one invitation begins twice, with a password and without')
})

attack('invitations that have ended, or are for someone else', async (t) => {
  const ends: Record<string, (given: Awaited<ReturnType<typeof invitedClient>>) => Promise<unknown>> = {
    expired: ({ token }) =>
      change("UPDATE book_invitations SET expires_at = '2020-01-01' WHERE token_hash = ?", tokenHash(token)),
    'used with a password': ({ token }) => t.accepts('the setup page', setUp(token)),
    'sent again': ({ bookkeeper, clientId }) =>
      t.accepts('a new one', send(bookkeeper, 'POST', `/api/clients/${clientId}/invitation`)),
    'of an archived client': ({ bookkeeper, clientId }) => archive(bookkeeper, clientId, true),
    'of a deleted client': ({ bookkeeper, clientId }) =>
      t.accepts('a deletion', send(bookkeeper, 'DELETE', `/api/clients/${clientId}`)),
    'to an earlier address': ({ clientId, email }) =>
      change('UPDATE book_clients SET email = ? WHERE id = ?', `moved-${email}`, clientId),
    'that was declined': ({ clientId }) =>
      change("UPDATE book_client_auth SET declined_at = '2026-01-01' WHERE client_id = ?", clientId),
    'of a firm that turned links off': ({ bookkeeper }) => turnLinks(bookkeeper, false),
  }
  for (const [what, end] of Object.entries(ends)) {
    const given = await invitedClient()
    await end(given)
    await isDead(t, what, given.token)
  }

  // A bookkeeper who invites someone else's client gets neither the account nor its session.
  const { email } = await mailedLinkWithPassword()
  const { token, clientId } = await invitedClient(await newBookkeeper(), { email })
  await t.refuses('an invitation of a person with an account', openLink(token, elsewhere()), 'account_exists')
  const [linked] = await rows(
    'SELECT id FROM book_client_auth WHERE client_id = ? AND auth_user_id IS NOT NULL',
    clientId,
  )
  t.check(linked === undefined, 'a further firm is accepted by itself')

  // A sign-up that was never confirmed keeps nothing of the address.
  const squatted = await invitedClient()
  const password = 'a-strangers-pass-1'
  const signUp = { name: 'X', email: squatted.email, password, company: 'X', timeZone: 'UTC' }
  await drain(post('/api/auth/sign-up', signUp, elsewhere()))
  await t.accepts('the invitation', openLink(squatted.token, elsewhere()))
  for (const portal of ['client', 'bookkeeper'])
    await t.refuses(
      `the password of the sign-up (${portal})`,
      post('/api/auth/sign-in', { email: squatted.email, password, portal }, elsewhere()),
    )
})

attack('new invitations on request', async (t) => {
  const { token, email } = await invitedClient()
  await atOnce(20, () => callLink('renew', { token, path: '/client-dashboard' }, elsewhere()))
  const sent = (await rows('SELECT id FROM book_invitations WHERE email = ?', email)).length
  t.check(sent <= 7, `20 requests mail ${sent - 1} invitations`)
})
