import type { Session } from '@portal/contract/auth'
import type { ClientDetail } from '@portal/contract/clients'
import type { Dashboard } from '@portal/contract/dashboard'
import type { OwnRecords } from '@portal/contract/sessions'
import { expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  good,
  newRecord,
  newSignUp,
  nextMail,
  post,
  refused,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../../testing/accounts.ts'
import { mailsTo, newBookkeeper, stranger, type TestBookkeeper, unique } from '../../../testing/portal.ts'
import { change, createdClient, expectAudit, expectEvent, get, rows, send, trips } from '../../../testing/work.ts'

const ASKS = 'Confirm your new address for the client portal'
const NOTICE = 'Your bookkeeper asks you to change your address'

const newAddress = () => `${unique('moved')}@example.com`
const signIn = (email: string, password = CLIENT_PASSWORD) =>
  post('/api/auth/sign-in', { email, password, portal: 'client' })
const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` })
const detail = (bookkeeper: TestBookkeeper, id: string) => get<ClientDetail>(bookkeeper, `/api/clients/${id}`)
const recordsFor = (session: Session) =>
  good<OwnRecords>(stranger.fetch('/api/auth/records', { headers: bearer(session) }))

/** Saves the client with another address, as the edit dialog does. */
async function edit(bookkeeper: TestBookkeeper, id: string, email: string, more: object = {}): Promise<Response> {
  const { name, phone, company, status, updated_at } = await detail(bookkeeper, id)
  return send(bookkeeper, 'PATCH', `/api/clients/${id}`, { name, phone, company, status, updated_at, email, ...more })
}

/** Returns a signed-up client whose bookkeeper requests another address. */
async function askedClient() {
  const bookkeeper = await newBookkeeper()
  const client = await signedUpClient(bookkeeper)
  const to = newAddress()
  const response = await edit(bookkeeper, client.id, to)
  const answer = await good<{ email: string }>(response.clone())
  const session = await good<Session>(signIn(client.email))
  const asked = (await recordsFor(session)).email_changes[0]
  const token = tokenIn(await nextMail(to, ASKS), 'token')
  const confirm = (proof: object = {}, as = session) =>
    post(`/api/auth/email-changes/${asked?.id}/confirm`, { token, password: CLIENT_PASSWORD, ...proof }, bearer(as))
  return { bookkeeper, client, to, response, answer, session, asked, token, confirm }
}

/** Expects that the bookkeeper is informed by audit log, live event and mail. */
async function expectTold(bookkeeper: TestBookkeeper, id: string, action: string, words: string): Promise<void> {
  const { name } = await detail(bookkeeper, id)
  await nextMail(bookkeeper.email, `${name} ${words}`)
  const { activity } = await get<Dashboard>(bookkeeper, '/api/dashboard')
  expect(activity.find((a) => a.by === 'client' && a.action === action)).toMatchObject({
    client_id: id,
    client_name: name,
  })
  await expectEvent(bookkeeper.userId, 'client.changed', id)
}

it('keeps the address of a signed-up client until they confirm another one', async () => {
  const { bookkeeper, client, to, response, answer, session, asked } = await askedClient()
  expect(trips(response)).toEqual({ reads: 1, writes: 1 })
  expect(answer.email).toBe(client.email)
  expect(await detail(bookkeeper, client.id)).toMatchObject({
    email: client.email,
    email_change: { email: to, state: 'waiting' },
  })
  expect(asked).toMatchObject({ bookkeeper_email: bookkeeper.email, from: client.email, to })
  expect((await nextMail(client.email, NOTICE)).text).toContain(to)
  await expectEvent(session.user.id, 'account.changed', '')
  // The owner of the new mailbox gets neither a code nor a password.
  await refused(post('/api/auth/client/code', { email: to, purpose: 'recovery' }), 'email_not_registered')
  await refused(signIn(to), 'email_not_registered')
  await good(signIn(client.email))
  const [entry] = await rows<{ actor_id: string; detail: string }>(
    "SELECT actor_id, detail FROM audit_log WHERE action = 'client.email_change_requested' AND client_id = ?",
    client.id,
  )
  expect({ ...entry, detail: JSON.parse(entry?.detail ?? '') }).toEqual({
    actor_id: bookkeeper.userId,
    detail: { from: client.email, to },
  })
})

it('leaves out of its mails what the bookkeeper entered about the client', async () => {
  const { bookkeeper, client, to } = await askedClient()
  for (const mail of [await nextMail(to, ASKS), await nextMail(client.email, NOTICE)]) {
    expect(mail.text).toContain(bookkeeper.name)
    expect(mail.text).not.toContain(client.name)
  }
})

it('changes the address of sign-in, mails and records when the client confirms it', async () => {
  const { bookkeeper, client, to, session, confirm } = await askedClient()
  const second = await newBookkeeper()
  const other = await createdClient(second, { email: client.email })
  const accepted = await good<Session>(post(`/api/auth/records/${other.id}/accept`, {}, bearer(session)))
  const moved = await good<Session>(confirm({}, accepted))
  expect(moved.user).toMatchObject({ id: session.user.id, email: to, client_id: other.id })
  await refused(signIn(client.email), 'email_not_registered')
  expect((await good<Session>(signIn(to))).user.client_id).toBe(other.id)
  expect(await detail(bookkeeper, client.id)).toMatchObject({ email: to, email_change: null })
  expect(await detail(second, other.id)).toMatchObject({ email: to })
  expect((await recordsFor(moved)).email_changes).toEqual([])
  for (const address of [client.email, to]) await nextMail(address, 'Your address was changed')
  for (const [of, id] of [
    [bookkeeper, client.id],
    [second, other.id],
  ] as const)
    await expectTold(of, id, 'account.email_changed', 'has a new address')
  await expectAudit('account.email_changed', session.user.id)
  await refused(confirm({}, moved), 'not_found')
  await good(post('/api/auth/client/code', { email: to, purpose: 'recovery' }))
})

it('requires the mailed token, the account and its password to confirm', async () => {
  const { bookkeeper, client, confirm, to, session } = await askedClient()
  await refused(confirm({ token: 'made-up' }), 'invalid_link')
  await refused(confirm({ password: 'wrong' }), 'wrong_password')
  const someone = await signedUpClient(bookkeeper)
  await refused(confirm({}, await good<Session>(signIn(someone.email))), 'not_found')
  await change('UPDATE sessions SET revoked_at = created_at WHERE id = ?', session.session_id)
  await refused(confirm(), 'unauthenticated')
  expect(await detail(bookkeeper, client.id)).toMatchObject({ email: client.email, email_change: { email: to } })
})

it('informs the bookkeeper when the client refuses', async () => {
  const { bookkeeper, client, to, session, asked, confirm } = await askedClient()
  const refuse = () => post(`/api/auth/email-changes/${asked?.id}/refuse`, {}, bearer(session))
  await good(refuse())
  await refused(refuse(), 'not_found')
  await refused(confirm(), 'not_found')
  expect(await detail(bookkeeper, client.id)).toMatchObject({
    email: client.email,
    email_change: { email: to, state: 'refused' },
  })
  await expectAudit('account.email_change_refused', session.user.id)
  await expectTold(bookkeeper, client.id, 'account.email_change_refused', 'refused to change their address')
})

it('replaces an older request, expires after a week, and allows three requests a day', async () => {
  const { bookkeeper, client, session, confirm } = await askedClient()
  const to = newAddress()
  await good(edit(bookkeeper, client.id, to))
  expect((await recordsFor(session)).email_changes.map((c) => c.to)).toEqual([to])
  await refused(confirm(), 'not_found')
  await change('UPDATE email_changes SET expires_at = created_at WHERE client_id = ? AND closed_at IS NULL', client.id)
  expect((await recordsFor(session)).email_changes).toEqual([])
  expect(await detail(bookkeeper, client.id)).toMatchObject({ email_change: { email: to, state: 'expired' } })
  await good(edit(bookkeeper, client.id, newAddress()))
  await refused(edit(bookkeeper, client.id, newAddress()), 'too_many_requests')
  // Anything else about the client can still be changed.
  await good(edit(bookkeeper, client.id, client.email, { phone: '555 0200' }))
})

it('refuses addresses of other accounts, on request and on confirmation', async () => {
  const { bookkeeper, client, to, confirm } = await askedClient()
  await refused(edit(bookkeeper, client.id, (await registered()).email), 'email_used_by_bookkeeper')
  await refused(edit(bookkeeper, client.id, (await newRecord(bookkeeper)).email), 'client_email_taken')
  // Somebody takes the address between the request and its confirmation; a sign-up that was never confirmed does not
  // count.
  await good(post('/api/auth/sign-up', { ...newSignUp(), email: to }))
  await change('UPDATE auth_users SET email_confirmed_at = created_at WHERE email = ?', to)
  await refused(confirm(), 'email_used_by_bookkeeper')
  await change("UPDATE profiles SET role = 'client' WHERE email = ?", to)
  await refused(confirm(), 'account_exists')
  await change('UPDATE auth_users SET email_confirmed_at = NULL WHERE email = ?', to)
  expect((await good<Session>(confirm())).user.email).toBe(to)
})

it('sends codes to the sign-in address when the record has another one', async () => {
  const client = await signedUpClient(await newBookkeeper())
  await change('UPDATE book_clients SET email = ? WHERE id = ?', newAddress(), client.id)
  const token = await setupToken(client.email, 'recovery')
  await good(post('/api/auth/client/password', { setup_token: token, password: 'another-pass-8' }))
  expect((await good<Session>(signIn(client.email, 'another-pass-8'))).user.client_id).toBe(client.id)
})

it('refuses a request to a client who has declined', async () => {
  const client = await signedUpClient(await newBookkeeper())
  const bookkeeper = await newBookkeeper()
  const asked = await createdClient(bookkeeper, { email: client.email })
  const session = await good<Session>(signIn(client.email))
  await good(post(`/api/auth/records/${asked.id}/decline`, { report: false }, bearer(session)))
  await refused(edit(bookkeeper, asked.id, newAddress()), 'client_refused')
  expect(await mailsTo(client.email)).toBeDefined()
})
