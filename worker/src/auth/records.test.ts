import type { Session } from '@portal/contract/auth'
import type { OwnRecord } from '@portal/contract/sessions'
import { expect, it } from 'vitest'
import { CLIENT_PASSWORD, cookieOf, good, newRecord, post, refused, signedUpClient } from '../testing/accounts.ts'
import { insert, newBookkeeper, newClient, stranger } from '../testing/portal.ts'
import { expectAudit, expectEvent, rows, trips } from '../testing/work.ts'

const signIn = (email: string) => post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' })
const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` })
const recordsFor = async (session: Session) =>
  (await good<{ items: OwnRecord[] }>(stranger.fetch('/api/auth/records', { headers: bearer(session) }))).items
const move = (session: Session, client_id: string) => post('/api/auth/records/switch', { client_id }, bearer(session))
const profileName = async (session: Session) =>
  (await good<{ name: string }>(stranger.fetch('/api/profile', { headers: bearer(session) }))).name

/** A client of two bookkeepers who has signed up and signed in. */
async function clientOfTwo() {
  const [first, second] = [await newBookkeeper(undefined, 'Zoe Zimmer'), await newBookkeeper(undefined, 'Ada Arnold')]
  const older = await signedUpClient(first)
  const newer = await newRecord(second, older.email, 'Cleo at Ada')
  const response = await signIn(older.email)
  return { first, second, older, newer, cookie: cookieOf(response), session: await good<Session>(response) }
}

it('a client of several bookkeepers sees the firms, moves between them, and stays there', async () => {
  const { first, older, newer, cookie, session } = await clientOfTwo()
  expect(session.user).toMatchObject({ client_id: newer.id, name: 'Cleo at Ada' })
  expect(await recordsFor(session)).toEqual([
    { client_id: newer.id, firm: 'Ada Arnold & Co', bookkeeper: 'Ada Arnold', current: true },
    { client_id: older.id, firm: 'Zoe Zimmer & Co', bookkeeper: 'Zoe Zimmer', current: false },
  ])
  const answer = await move(session, older.id)
  expect(trips(answer)).toEqual({ reads: 1, writes: 1 })
  const moved = await good<Session>(answer)
  expect(moved).toMatchObject({ session_id: session.session_id, user: { client_id: older.id, name: older.name } })
  expect(moved.access_token).not.toBe(session.access_token)
  expect(await profileName(moved)).toBe(older.name)
  expect((await recordsFor(moved)).filter((r) => r.current).map((r) => r.client_id)).toEqual([older.id])
  const refreshed = await good<Session>(post('/api/auth/refresh', {}, { cookie }))
  expect(refreshed.user).toMatchObject({ client_id: older.id, name: older.name })
  expect((await good<Session>(signIn(older.email))).user.client_id).toBe(older.id)
  const [entry] = await rows<{ firm_id: string; client_id: string }>(
    "SELECT firm_id, client_id FROM audit_log WHERE action = 'account.record_chosen' AND subject_id = ?",
    session.user.id,
  )
  expect(entry).toEqual({ firm_id: first.firmId, client_id: older.id })
})

it('a record that is gone is no choice any more: the newest serves', async () => {
  const { older, newer, session } = await clientOfTwo()
  await good(move(session, older.id))
  await insert([{ sql: 'DELETE FROM book_clients WHERE id = ?', args: [older.id] }])
  expect((await good<Session>(signIn(older.email))).user.client_id).toBe(newer.id)
})

it('a record that was added meanwhile can be chosen at once, and is linked by that', async () => {
  const { older, session } = await clientOfTwo()
  const third = await newBookkeeper()
  const added = await newRecord(third, older.email)
  expect((await recordsFor(session)).map((r) => r.client_id)).toContain(added.id)
  expect((await good<Session>(move(session, added.id))).user.client_id).toBe(added.id)
  await expectAudit('account.linked', session.user.id)
  await expectEvent(third.userId, 'client.changed', added.id)
})

it('nobody moves to a record of somebody else, and no ended session moves', async () => {
  const { older, session } = await clientOfTwo()
  const other = await newClient(await newBookkeeper())
  await refused(move(session, other.clientId), 'not_found')
  // Even one that carries the own address, once it is linked to another account.
  const taken = await newRecord(await newBookkeeper(), older.email)
  await insert([{ sql: 'UPDATE book_client_auth SET auth_user_id = ? WHERE client_id = ?', args: [other.userId, taken.id] }])
  await refused(move(session, taken.id), 'not_found')
  expect((await recordsFor(session)).map((r) => r.client_id)).not.toContain(taken.id)
  await insert([{ sql: 'UPDATE sessions SET revoked_at = ? WHERE id = ?', args: [new Date().toISOString(), session.session_id] }])
  await refused(move(session, older.id), 'unauthenticated')
})

it('a client of one bookkeeper has one record', async () => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const { items } = await good<{ items: OwnRecord[] }>(client.fetch('/api/auth/records'))
  expect(items).toEqual([{ client_id: client.clientId, firm: 'Bea Bookkeeper & Co', bookkeeper: 'Bea Bookkeeper', current: true }])
  await refused(bookkeeper.fetch('/api/auth/records'), 'forbidden')
})
