import type { Profile, Session } from '@portal/contract/auth'
import { describe, expect, it } from 'vitest'
import { good, post, refused, registered } from '../../testing/accounts.ts'
import { db, insert, newBookkeeper, newClient, stranger } from '../../testing/portal.ts'
import { expectAudit, send, trips } from '../../testing/work.ts'

const patch = (token: string, body: unknown) =>
  stranger.fetch('/api/profile', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
const today = new Date().toISOString().slice(0, 10)

describe('the profile of the signed-in user', () => {
  it('contains the account of a bookkeeper', async () => {
    const bookkeeper = await newBookkeeper()
    const response = await bookkeeper.fetch('/api/profile')
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    expect(await good<Profile>(response)).toEqual({
      id: bookkeeper.userId,
      role: 'bookkeeper',
      name: bookkeeper.name,
      email: bookkeeper.email,
      phone: null,
      company: null,
      time_zone: 'UTC',
      is_active: true,
      client_status: null,
      member_since: today,
    })
  })

  it('contains the client record of a client', async () => {
    const client = await newClient(await newBookkeeper())
    const edit = `UPDATE book_clients SET name = 'Renamed', status = 'inactive', created_at = '2024-02-29T12:00:00.000Z'
            WHERE id = ?`
    await insert([{ sql: edit, args: [client.clientId] }])
    expect(await good<Profile>(client.fetch('/api/profile'))).toMatchObject({
      role: 'client',
      name: 'Renamed',
      email: client.email,
      company: 'Client Ltd',
      is_active: false,
      client_status: 'inactive',
      member_since: '2024-02-29',
    })
    // Only the status `active` counts as active.
    for (const status of ['new', 'onboarding', 'active']) {
      await insert([{ sql: 'UPDATE book_clients SET status = ? WHERE id = ?', args: [status, client.clientId] }])
      expect(await good<Profile>(client.fetch('/api/profile'))).toMatchObject({
        is_active: status === 'active',
        client_status: status,
      })
    }
    await insert([{ sql: 'DELETE FROM book_clients WHERE id = ?', args: [client.clientId] }])
    await refused(client.fetch('/api/profile'), 'not_found')
  })

  it('shows the member-since date in the bookkeeper’s time zone', async () => {
    const bookkeeper = await newBookkeeper()
    const edit = "UPDATE profiles SET created_at = '2025-01-31T23:30:00.000Z', time_zone = 'Asia/Tokyo' WHERE id = ?"
    await insert([{ sql: edit, args: [bookkeeper.userId] }])
    expect((await good<Profile>(bookkeeper.fetch('/api/profile'))).member_since).toBe('2025-02-01')
  })

  it('is created as a bookkeeper without a name when there is none', async () => {
    const { email, password } = await registered()
    const session = await good<Session>(post('/api/auth/sign-in', { email, password, portal: 'bookkeeper' }))
    await insert([{ sql: 'DELETE FROM profiles WHERE id = ?', args: [session.user.id] }])
    const headers = { authorization: `Bearer ${session.access_token}` }
    expect(await good<Profile>(stranger.fetch('/api/profile', { headers }))).toMatchObject({
      role: 'bookkeeper',
      name: '',
      email,
    })
    const { rows } = await db.execute({
      sql: 'SELECT name, email, firm_id FROM profiles WHERE id = ?',
      args: [session.user.id],
    })
    expect(rows[0]).toMatchObject({ name: '', email: '', firm_id: expect.any(String) })
  })

  it('is refused without a session', async () => {
    await refused(stranger.fetch('/api/profile'), 'unauthenticated')
  })
})

describe('saving the profile', () => {
  it('saves name, company and time zone, renames the firm, and adds an audit entry', async () => {
    const bookkeeper = await newBookkeeper()
    const saved = await good<Profile>(
      patch(bookkeeper.token, { name: ' Bea B. ', company: 'Books Ltd', time_zone: 'America/New_York' }),
    )
    expect(saved).toMatchObject({ name: 'Bea B.', company: 'Books Ltd', time_zone: 'America/New_York' })
    expect(await good<Profile>(bookkeeper.fetch('/api/profile'))).toEqual(saved)
    const firm = await db.execute({ sql: 'SELECT name FROM firms WHERE id = ?', args: [bookkeeper.firmId] })
    expect(firm.rows[0]?.['name']).toBe('Books Ltd')
    const entries = await db.execute({
      sql: 'SELECT action, detail FROM audit_log WHERE firm_id = ?',
      args: [bookkeeper.firmId],
    })
    expect(entries.rows.map((r) => [r['action'], r['detail']])).toEqual([
      ['account.profile_updated', '{"fields":["name","company","time_zone"]}'],
    ])
    await good(patch(bookkeeper.token, { name: 'Bea B.', company: ' ', time_zone: 'America/New_York' }))
    const renamed = await db.execute({ sql: 'SELECT name FROM firms WHERE id = ?', args: [bookkeeper.firmId] })
    expect(renamed.rows[0]?.['name']).toBe('Bea B.')
  })

  it('keeps the company when the request leaves it out', async () => {
    const bookkeeper = await newBookkeeper()
    await good(patch(bookkeeper.token, { name: 'Bea', company: 'Books Ltd', time_zone: 'UTC' }))
    const saved = await good<Profile>(patch(bookkeeper.token, { name: 'Bea B.', time_zone: 'UTC' }))
    expect(saved).toMatchObject({ name: 'Bea B.', company: 'Books Ltd' })
  })

  it('returns the member-since date in the new time zone', async () => {
    const bookkeeper = await newBookkeeper()
    const edit = "UPDATE profiles SET created_at = '2025-01-31T23:30:00.000Z' WHERE id = ?"
    await insert([{ sql: edit, args: [bookkeeper.userId] }])
    const saved = await good<Profile>(patch(bookkeeper.token, { name: 'Bea', company: '', time_zone: 'Asia/Tokyo' }))
    expect(saved.member_since).toBe('2025-02-01')
    expect(await good<Profile>(bookkeeper.fetch('/api/profile'))).toEqual(saved)
  })

  it('does not rename a firm with several bookkeepers', async () => {
    const bookkeeper = await newBookkeeper()
    const colleague = await newBookkeeper(bookkeeper.firmId)
    await good(patch(colleague.token, { name: 'Other', company: 'Elsewhere', time_zone: 'UTC' }))
    const { rows } = await db.execute({ sql: 'SELECT name FROM firms WHERE id = ?', args: [bookkeeper.firmId] })
    expect(rows[0]?.['name']).toBe('Bea Bookkeeper & Co')
  })

  it('names the invalid field, and refuses clients', async () => {
    const bookkeeper = await newBookkeeper()
    const response = await patch(bookkeeper.token, { name: 'Bea', company: null, time_zone: 'Mars/Olympus' })
    expect(((await response.json()) as { errors: unknown }).errors).toEqual([
      { path: 'time_zone', message: 'This time zone is unknown.' },
    ])
    const client = await newClient(bookkeeper)
    await refused(patch(client.token, { name: 'Bea', company: null, time_zone: 'UTC' }), 'forbidden')
  })

  it('lets clients change only their time zone', async () => {
    const client = await newClient(await newBookkeeper())
    const put = (body: unknown) => send(client, 'PUT', '/api/profile/time-zone', body)
    expect(await good<Profile>(await put({ time_zone: 'America/Denver', name: 'Else' }))).toMatchObject({
      name: client.name,
      time_zone: 'America/Denver',
    })
    expect((await good<Profile>(client.fetch('/api/profile'))).time_zone).toBe('America/Denver')
    await expectAudit('account.profile_updated', client.userId)
    await refused(put({ time_zone: 'Mars/Olympus' }), 'invalid_input')
  })
})

describe('saved views', () => {
  const path = '/api/profile/views'

  it('are the same on every device of a person', async () => {
    const bookkeeper = await newBookkeeper()
    expect(await good(bookkeeper.fetch(path))).toEqual({})
    for (const view of [{ sort: 'due' }, { sort: 'waiting', group: 'client' }])
      await good(send(bookkeeper, 'PUT', path, { list: 'submissions', view }))
    const read = await bookkeeper.fetch(path)
    expect(trips(read)).toEqual({ reads: 1, writes: 0 })
    expect(await read.json()).toEqual({ submissions: { sort: 'waiting', group: 'client' } })
    expect(await good((await newBookkeeper(bookkeeper.firmId)).fetch(path))).toEqual({})
    await refused((await newClient(bookkeeper)).fetch(path), 'forbidden')
  })

  it('refuse unknown lists and values, and leave out what no longer fits', async () => {
    const bookkeeper = await newBookkeeper()
    for (const body of [
      { list: 'other', view: {} },
      { list: 'submissions', view: { sort: 'random' } },
    ])
      await refused(send(bookkeeper, 'PUT', path, body), 'invalid_input')
    await insert([
      {
        sql: `INSERT INTO saved_views (user_id, list, view, updated_at) VALUES (?, 'submissions', ?, ?)`,
        args: [bookkeeper.userId, '{"sort":"size"}', new Date().toISOString()],
      },
    ])
    expect(await good(bookkeeper.fetch(path))).toEqual({})
  })
})
