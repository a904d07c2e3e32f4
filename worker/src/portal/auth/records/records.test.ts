import type { Session } from '@portal/contract/auth'
import type { ClientFollowUps, FollowUpsPage } from '@portal/contract/agent'
import type { AssignResult } from '@portal/contract/assignments'
import type { ClientDetail } from '@portal/contract/clients'
import type { Dashboard } from '@portal/contract/dashboard'
import type { OwnRecords } from '@portal/contract/sessions'
import { expect, it } from 'vitest'
import {
  CLIENT_PASSWORD,
  cookieOf,
  good,
  newRecord,
  nextMail,
  post,
  refused,
  signedUpClient,
} from '../../../testing/accounts.ts'
import { cohortCookie } from '../../../testing/cohort.ts'
import { insert, mailsTo, newBookkeeper, newClient, stranger, type TestBookkeeper } from '../../../testing/portal.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  rows,
  send,
  trips,
} from '../../../testing/work.ts'

const signIn = (email: string) => post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' })
const bearer = (session: Session) => ({ authorization: `Bearer ${session.access_token}` })
const recordsFor = (session: Session) =>
  good<OwnRecords>(stranger.fetch('/api/auth/records', { headers: bearer(session) }))
const move = (session: Session, client_id: string) => post('/api/auth/records/switch', { client_id }, bearer(session))
const accept = (session: Session, id: string) => post(`/api/auth/records/${id}/accept`, {}, bearer(session))
const decline = (session: Session, id: string, report = false) =>
  post(`/api/auth/records/${id}/decline`, { report }, bearer(session))
const profileName = async (session: Session) =>
  (await good<{ name: string }>(stranger.fetch('/api/profile', { headers: bearer(session) }))).name
/** Returns the cookie that names a bookkeeper's firm for the pages of a client. */
const cohortAt = ({ firmId }: TestBookkeeper, { user, session_id: sessionId }: Session) =>
  cohortCookie({ userId: user.id, firmId, sessionId })
const linkOf = async (id: string) =>
  (
    await rows<{ auth_user_id: string | null; declined_at: string | null }>(
      'SELECT * FROM book_client_auth WHERE client_id = ?',
      id,
    )
  )[0]

/** Returns a signed-in client of one bookkeeper, with an offer of another. */
async function askedClient() {
  const [first, second] = [await newBookkeeper(undefined, 'Zoe Zimmer'), await newBookkeeper(undefined, 'Ada Arnold')]
  const own = await signedUpClient(first)
  const asked = await createdClient(second, { name: 'Cleo at Ada', email: own.email })
  const response = await signIn(own.email)
  return { first, second, own, asked, cookie: cookieOf(response), session: await good<Session>(response) }
}

/** Returns the same client after accepting the offer. */
async function clientOfTwo() {
  const client = await askedClient()
  return { ...client, session: await good<Session>(accept(client.session, client.asked.id)) }
}

it('does not link a record of another firm by itself, and shows the offer with its workforms', async () => {
  const { second, own, asked, session } = await askedClient()
  const workform = await newWorkform(second, { name: 'SSN + passport' })
  await assigned(second, workform, [asked.id])
  expect(session.user).toMatchObject({ client_id: own.id, name: own.name })
  expect((await good<Session>(signIn(own.email))).user.client_id).toBe(own.id)
  expect(await linkOf(asked.id)).toMatchObject({ auth_user_id: null, password_set: 0 })
  await refused(move(session, asked.id), 'not_found')
  expect(await recordsFor(session)).toEqual({
    items: [{ client_id: own.id, firm: 'Zoe Zimmer & Co', bookkeeper: 'Zoe Zimmer', current: true, open: 0 }],
    offers: [
      {
        client_id: asked.id,
        firm: 'Ada Arnold & Co',
        bookkeeper: 'Ada Arnold',
        bookkeeper_email: second.email,
        asked_at: expect.any(String),
        workforms: [{ name: 'SSN + passport', due_date: day(7) }],
        workform_count: 1,
      },
    ],
    email_changes: [],
  })
})

it('reveals nothing about the person to a firm whose offer is open', async () => {
  const { second, own, asked, session } = await askedClient()
  const workform = await newWorkform(second)
  await assigned(second, workform, [asked.id])
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', asked.id)
  await good(send(second, 'POST', `/api/chat/threads/${thread?.id}/messages`, { message: 'Send me your SSN' }))
  expect(await good(send(second, 'POST', `/api/chat/threads/${thread?.id}/presence`))).toEqual({
    active: false,
    grant: null,
  })
  expect(await get<ClientDetail>(second, `/api/clients/${asked.id}`)).toMatchObject({
    password_set: false,
    declined: false,
  })
  const events = await rows(
    `SELECT 1 FROM outbox WHERE recipient = ? AND payload LIKE '%' || ? || '%'`,
    `user:${session.user.id}`,
    asked.id,
  )
  expect(events).toEqual([])
  const invitations = (await mailsTo(own.email)).filter((m) => m.subject.startsWith('Ada Arnold'))
  expect(invitations.length).toBeLessThanOrEqual(1)
})

it('links the record and switches to it when the client accepts an offer', async () => {
  const { first, second, own, asked, cookie, session } = await askedClient()
  const workform = await newWorkform(first)
  await assigned(first, workform, [own.id])
  const answer = await accept(session, asked.id)
  const accepted = await good<Session>(answer.clone())
  expect(cookieOf(answer)).toBe(cohortAt(second, accepted))
  expect(accepted).toMatchObject({ session_id: session.session_id, user: { client_id: asked.id, name: 'Cleo at Ada' } })
  expect(await recordsFor(accepted)).toEqual({
    items: [
      { client_id: asked.id, firm: 'Ada Arnold & Co', bookkeeper: 'Ada Arnold', current: true, open: 0 },
      { client_id: own.id, firm: 'Zoe Zimmer & Co', bookkeeper: 'Zoe Zimmer', current: false, open: 2 },
    ],
    offers: [],
    email_changes: [],
  })
  await expectAudit('account.linked', session.user.id)
  await expectEvent(second.userId, 'client.changed', asked.id)
  expect(await get<ClientDetail>(second, `/api/clients/${asked.id}`)).toMatchObject({ password_set: true })
  expect((await good<Session>(post('/api/auth/refresh', {}, { cookie }))).user.client_id).toBe(asked.id)
  await refused(accept(session, asked.id), 'not_found')
  await refused(decline(session, asked.id), 'not_found')
})

const upcoming = async (of: TestBookkeeper, id: string) =>
  (await get<ClientFollowUps>(of, `/api/follow-ups/clients/${id}`)).upcoming.length

/** Runs the agent for the clients of a bookkeeper. Returns the number of planned follow-ups. */
async function plannedFor(of: TestBookkeeper): Promise<number> {
  await good(post('/dev/follow-ups', { now: new Date().toISOString(), bookkeeper: of.userId }))
  return (await get<FollowUpsPage>(of, '/api/follow-ups')).items.length
}

it('plans reminders when the client has accepted, and only new invitations before', async () => {
  const { second, asked, session } = await askedClient()
  await assigned(second, await newWorkform(second), [asked.id])
  const messages = async () => {
    await plannedFor(second)
    const { items } = await get<FollowUpsPage>(second, '/api/follow-ups')
    return items.filter((f) => f.kind === 'message').map((f) => f.is_invitation)
  }
  expect(new Set(await messages())).toEqual(new Set([true]))
  await good(accept(session, asked.id))
  expect(await upcoming(second, asked.id)).toBeGreaterThan(0)
  expect(new Set(await messages())).toEqual(new Set([false]))
})

it('plans no follow-ups and refuses assignments when the client has declined', async () => {
  const { second, asked, session } = await askedClient()
  const workform = await newWorkform(second)
  await assigned(second, workform, [asked.id])
  // A follow-up planned before the client declined.
  await change(
    `INSERT INTO follow_ups
       (id, client_id, bookkeeper_id, day, kind, state, at, about, subject, text, source, facts_hash)
     VALUES (?, ?, ?, ?, 'message', 'planned', ?, '[]', 'Old', 'Old', 'template', '')`,
    asked.id,
    asked.id,
    second.userId,
    day(1),
    `${day(1)}T10:00:00.000Z`,
  )
  await good(decline(session, asked.id))
  expect(await upcoming(second, asked.id)).toBe(0)
  expect(await plannedFor(second)).toBe(0)
  const other = await createdClient(second)
  const input = {
    workform_id: (await newWorkform(second)).id,
    clients: [asked.id, other.id].map((client_id) => ({ client_id, due_date: day(5) })),
  }
  const { results } = await good<AssignResult>(send(second, 'POST', '/api/assignments', input))
  expect(results.map((r) => [r.ok, r.reason])).toEqual([
    [false, 'This person has declined to become your client.'],
    [true, null],
  ])
  expect(
    await rows(
      'SELECT 1 FROM book_client_workforms WHERE client_id = ? AND workform_id = ?',
      asked.id,
      input.workform_id,
    ),
  ).toEqual([])
})

it.each([
  ['accepts', 'account.linked', 'Cleo at Ada is now your client', accept],
  ['declines', 'account.offer_declined', 'Cleo at Ada declined your request', decline],
  [
    'reports',
    'account.offer_reported',
    'Cleo at Ada declined your request',
    (s: Session, id: string) => decline(s, id, true),
  ],
] as const)('informs the bookkeeper when a client %s their request', async (_, action, subject, decides) => {
  const { second, asked, session } = await askedClient()
  await good(decides(session, asked.id))
  const mail = await nextMail(second.email, subject)
  expect(mail.text).toContain(`/clients?client=${asked.id}`)
  const { activity } = await get<Dashboard>(second, '/api/dashboard')
  expect(activity.find((a) => a.by === 'client')).toMatchObject({
    action,
    client_id: asked.id,
    client_name: 'Cleo at Ada',
  })
  await expectEvent(second.userId, 'client.changed', asked.id)
})

it('mails no decisions to a bookkeeper who turned off this kind of mail', async () => {
  const { second, asked, session } = await askedClient()
  await good(send(second, 'PUT', '/api/mail/settings', { kind: 'follow_ups', on: false }))
  await good(decline(session, asked.id))
  await expectEvent(second.userId, 'client.changed', asked.id)
  expect(
    await rows(
      "SELECT 1 FROM outbox WHERE kind = 'mail' AND recipient = ? AND payload LIKE '%declined%'",
      `mail:${second.email}`,
    ),
  ).toEqual([])
})

it('refuses another invitation or offer when the client has declined, and shows the bookkeeper why', async () => {
  const { second, asked, session } = await askedClient()
  await good(decline(session, asked.id))
  expect((await recordsFor(session)).offers).toEqual([])
  await refused(accept(session, asked.id), 'not_found')
  expect(await get<ClientDetail>(second, `/api/clients/${asked.id}`)).toMatchObject({
    password_set: false,
    declined: true,
  })
  await expectEvent(second.userId, 'client.changed', asked.id)
  await refused(send(second, 'POST', `/api/clients/${asked.id}/invitation`), 'client_refused')
  const [entry] = await rows(
    'SELECT firm_id, actor_name FROM audit_log WHERE action = ? AND client_id = ?',
    'account.offer_declined',
    asked.id,
  )
  expect(entry).toEqual({ firm_id: second.firmId, actor_name: 'Cleo at Ada' })
})

it('refuses every kind of invitation when the firm was reported', async () => {
  const { second, own, asked, session } = await askedClient()
  await good(decline(session, asked.id, true))
  await expectAudit('account.offer_reported', session.user.id)
  const colleague = await newBookkeeper(second.firmId)
  const other = await createdClient(colleague)
  const input = { name: 'Cleo', email: own.email, phone: '1', company: '' }
  await refused(send(colleague, 'POST', '/api/clients', input), 'client_refused')
  const tagged = { ...input, email: own.email.replace('@', '+again@') }
  await refused(send(colleague, 'POST', '/api/clients', tagged), 'client_refused')
  const edit = { name: 'Cleo', email: own.email, status: 'new', updated_at: other.updated_at }
  await refused(send(colleague, 'PATCH', `/api/clients/${other.id}`, edit), 'client_refused')
  const imported = await good<{ results: { id: string | null; reason: string | null }[] }>(
    send(colleague, 'POST', '/api/clients/import', {
      rows: [input, tagged].map((row) => ({ ...row, status: '' })),
      invite: true,
    }),
  )
  const reason = 'This person has asked not to be invited by your firm.'
  expect(imported.results).toEqual([
    { id: null, reason },
    { id: null, reason },
  ])
  // Other firms still may.
  await createdClient(await newBookkeeper(), { email: own.email })
  expect((await recordsFor(session)).offers).toHaveLength(1)
})

it('lists several firms, switches between them, and signs in to the one used last', async () => {
  const { first, own, asked, cookie, session } = await clientOfTwo()
  const answer = await move(session, own.id)
  // One of the reads is that of the session: a link in an email may have opened it.
  expect(trips(answer)).toEqual({ reads: 2, writes: 1 })
  const moved = await good<Session>(answer)
  expect(cookieOf(answer)).toBe(cohortAt(first, moved))
  expect(moved).toMatchObject({ session_id: session.session_id, user: { client_id: own.id, name: own.name } })
  expect(moved.access_token).not.toBe(session.access_token)
  expect(await profileName(moved)).toBe(own.name)
  expect((await recordsFor(moved)).items.filter((r) => r.current).map((r) => r.client_id)).toEqual([own.id])
  const refreshed = await good<Session>(post('/api/auth/refresh', {}, { cookie }))
  expect(refreshed.user).toMatchObject({ client_id: own.id, name: own.name })
  expect((await good<Session>(signIn(own.email))).user.client_id).toBe(own.id)
  await good(move(refreshed, asked.id))
  expect((await good<Session>(signIn(own.email))).user.client_id).toBe(asked.id)
  const [entry] = await rows<{ firm_id: string; client_id: string }>(
    `SELECT firm_id, client_id FROM audit_log
     WHERE action = 'account.record_chosen' AND subject_id = ? AND client_id = ?`,
    session.user.id,
    own.id,
  )
  expect(entry).toEqual({ firm_id: first.firmId, client_id: own.id })
})

it('lists the linked record first when there are many offers', async () => {
  const { own, session } = await askedClient()
  const spammer = await newBookkeeper()
  const at = new Date(Date.now() + 1000).toISOString()
  await insert([
    {
      sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
            INSERT INTO auth_users (id, email, created_at, updated_at) SELECT ? || i, ? || i, ?, ? FROM n`,
      args: [spammer.userId, spammer.email, at, at],
    },
    {
      sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
            INSERT INTO profiles (id, role, name, email, created_at, updated_at)
     SELECT ? || i, 'bookkeeper', 'Spam', '', ?, ? FROM n`,
      args: [spammer.userId, at, at],
    },
    {
      sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
            INSERT INTO book_clients (id, name, email, bookkeeper_id, firm_id, created_at, updated_at)
            SELECT substr(?, 1, 24) || printf('%012d', i), 'Spam', ?, ? || i, ?, ?, ? FROM n`,
      args: [own.id, own.email, spammer.userId, spammer.firmId, at, at],
    },
  ])
  expect((await good<Session>(signIn(own.email))).user.client_id).toBe(own.id)
  expect((await recordsFor(session)).items.map((r) => r.client_id)).toEqual([own.id])
})

it('ends the sessions of a record when it is deleted, and signs in to another record', async () => {
  const { first, own, asked, session } = await clientOfTwo()
  const other = await signIn(own.email)
  await good(move(await good<Session>(other.clone()), own.id))
  await good(send(first, 'DELETE', `/api/clients/${own.id}`))
  await refused(post('/api/auth/refresh', {}, { cookie: cookieOf(other) }), 'unauthenticated')
  expect((await recordsFor(session)).items.map((r) => r.client_id)).toEqual([asked.id])
  expect((await good<Session>(signIn(own.email))).user.client_id).toBe(asked.id)
})

it('lets a client without a record sign in only to decide on offers', async () => {
  const { first, second, own, asked } = await askedClient()
  await good(send(first, 'DELETE', `/api/clients/${own.id}`))
  const response = await signIn(own.email)
  const session = await good<Session>(response.clone())
  expect(session.user).toMatchObject({ client_id: null, role: 'client' })
  for (const path of ['/api/profile', '/api/portal/workforms', '/api/chat/threads', '/api/clients'])
    await refused(stranger.fetch(path, { headers: bearer(session) }), 'forbidden')
  expect((await good<Session>(post('/api/auth/refresh', {}, { cookie: cookieOf(response) }))).user.client_id).toBeNull()
  expect((await good<Session>(accept(session, asked.id))).user.client_id).toBe(asked.id)
  await expectEvent(second.userId, 'client.changed', asked.id)
})

it('refuses records of others, and ended sessions', async () => {
  const { own, asked, session } = await askedClient()
  const other = await newClient(await newBookkeeper())
  await refused(move(session, other.clientId), 'not_found')
  await refused(accept(session, other.clientId), 'not_found')
  // This includes a record with the client's address that is linked to another account.
  const taken = await newRecord(await newBookkeeper(), own.email)
  await insert([
    { sql: 'UPDATE book_client_auth SET auth_user_id = ? WHERE client_id = ?', args: [other.userId, taken.id] },
  ])
  for (const act of [move, accept, decline]) await refused(act(session, taken.id), 'not_found')
  expect((await recordsFor(session)).items.map((r) => r.client_id)).toEqual([own.id])
  await insert([
    { sql: 'UPDATE sessions SET revoked_at = ? WHERE id = ?', args: [new Date().toISOString(), session.session_id] },
  ])
  await refused(move(session, own.id), 'unauthenticated')
  await refused(accept(session, asked.id), 'unauthenticated')
  await refused(decline(session, asked.id), 'unauthenticated')
})

it('lists one record when the client has one bookkeeper', async () => {
  const bookkeeper: TestBookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  expect(await get<OwnRecords>(client, '/api/auth/records')).toEqual({
    items: [
      { client_id: client.clientId, firm: 'Bea Bookkeeper & Co', bookkeeper: 'Bea Bookkeeper', current: true, open: 0 },
    ],
    offers: [],
    email_changes: [],
  })
  await refused(bookkeeper.fetch('/api/auth/records'), 'forbidden')
})
