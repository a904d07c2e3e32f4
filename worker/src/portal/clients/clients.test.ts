import type { Client, ClientDetail, CreatedClient } from '@portal/contract/clients'
import { describe, expect, inject, it } from 'vitest'
import { longDate } from '../../platform/time/due-date.ts'
import { uuidv7 } from '../../platform/ids.ts'
import {
  CLIENT_PASSWORD,
  cookieOf,
  good,
  nextMail,
  post,
  refused,
  registered,
  setupToken,
  signedUpClient,
  tokenIn,
} from '../../testing/accounts.ts'
import {
  insert,
  mailsTo,
  newBookkeeper,
  newClient,
  portalUrl,
  problemOf,
  type TestBookkeeper,
  unique,
} from '../../testing/portal.ts'
import {
  assigned,
  change,
  createdClient,
  day,
  expectAudit,
  expectEvent,
  get,
  newWorkform,
  queued,
  rows,
  sectionsOf,
  send,
  settle,
  trips,
} from '../../testing/work.ts'

/** Subject of an invitation from the bookkeeper of a test. */
const INVITES = 'Bea Bookkeeper invites you to the client portal'

const body = (more: Record<string, unknown> = {}) => ({
  name: 'Nora New',
  email: `${unique('nora')}@example.com`,
  phone: '555 0199',
  ...more,
})
const create = (caller: TestBookkeeper, input: unknown, headers = {}) =>
  send(caller, 'POST', '/api/clients', input, headers)
const edit = ({ name, email, phone, company, status, updated_at }: Client, more: Record<string, unknown> = {}) => ({
  name,
  email,
  phone,
  company,
  status,
  updated_at,
  ...more,
})
const patch = (caller: TestBookkeeper, client: { id: string }, input: unknown) =>
  send(caller, 'PATCH', `/api/clients/${client.id}`, input)
const errorsOf = async (response: Promise<Response>) => {
  const answer = await response
  expect(answer.status).toBe(400)
  return (await problemOf(answer)).errors
}

/** Returns the text of a file in the bucket client-documents. */
async function fileAt(path: string): Promise<string> {
  const response = await fetch(`${inject('documentsUrl')}/${encodeURIComponent(path)}`)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  return response.text()
}
const folderIs = (caller: TestBookkeeper, clientId: string, state: string) =>
  expect.poll(() => get(caller, `/api/clients/${clientId}/folder`)).toEqual({ state })

describe('creating a client', () => {
  it('stores, invites, notifies and audits in one read and one write', async () => {
    const bea = await newBookkeeper()
    const input = body({ email: `  ${unique('Nora').toUpperCase()}@Example.com `, company: ' ' })
    const response = await create(bea, input)
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { assignment, assignments, ...client } = (await response.json()) as CreatedClient
    expect([assignment, assignments]).toEqual([null, []])
    const email = input.email.trim().toLowerCase()
    expect(client).toMatchObject({ name: 'Nora New', email, company: null, status: 'new', password_set: false })
    const stored = await get<ClientDetail>(bea, `/api/clients/${client.id}`)
    expect(stored).toMatchObject({
      ...client,
      declined: false,
      email_change: null,
      sections: 0,
      tags: [],
      workforms: [],
    })
    expect(
      await rows('SELECT email, password_set, auth_user_id FROM book_client_auth WHERE client_id = ?', client.id),
    ).toEqual([{ email, password_set: 0, auth_user_id: null }])
    expect(await rows('SELECT bookkeeper_id FROM chat_threads WHERE client_id = ?', client.id)).toEqual([
      { bookkeeper_id: bea.userId },
    ])
    await expectEvent(bea.userId, 'client.changed', client.id)
    await expectAudit('client.created', client.id)

    const mail = await nextMail(email, INVITES)
    expect(mail.text).toContain('/client-setup?token=')
    expect(mail.text).toContain('/client-auth')
    expect(await good(post('/api/auth/invitation/check', { token: tokenIn(mail, 'token') }))).toEqual({
      email,
      name: 'Nora New',
      account: false,
    })
  })

  it('writes the client’s folder to the bucket client-documents', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea, { company: 'Acme' })
    const folder = `bookkeeper-${bea.userId}`
    await folderIs(bea, client.id, 'ready')
    expect(await fileAt(`${folder}/.bookkeeper-info.txt`)).toBe(`Bookkeeper: ${bea.name}\nEmail: ${bea.email}`)
    expect(await fileAt(`${folder}/client-${client.id}/.client-info.txt`)).toBe(
      `Client: Nora New\nEmail: ${client.email}\nCompany: Acme`,
    )
  })

  it('assigns a workform in the same batch', async () => {
    const bea = await newBookkeeper()
    const workform = await newWorkform(bea)
    const response = await create(
      bea,
      body({ assignment: { workform_id: workform.id, due_date: day(3), notes: 'Call first' } }),
    )
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const client = await good<CreatedClient>(response)
    expect(client.assignment).toEqual({ ok: true, reason: null })
    const sections = await sectionsOf(client.id, workform.id)
    expect(sections).toMatchObject([
      {
        section_name: 'First',
        position: 0,
        status: 'assigned',
        due_date: day(3),
        notes: 'Call first',
        core_status: 'waiting',
        submit_status: 'not_submitted',
      },
      { section_name: 'Second', position: 1, status: 'assigned', due_date: day(3) },
    ])
    // One mail, not two: the invitation names the workform.
    const mail = await nextMail(client.email, INVITES)
    const waiting = `"${workform.name}" is waiting for you there. It takes about 5 minutes.`
    expect(mail.text).toContain(`${waiting} Please fill it in by ${longDate(day(3))}.`)
    expect((await mailsTo(client.email)).length).toBe(1)
    await good(send(bea, 'POST', `/api/clients/${client.id}/invitation`))
    await expect.poll(async () => (await mailsTo(client.email))[1]?.text).toBeDefined()
    expect((await mailsTo(client.email)).map((m) => m.text)).toEqual([
      expect.stringContaining(waiting),
      expect.stringContaining(waiting),
    ])
    const file = `bookkeeper-${bea.userId}/client-${client.id}/workform-${workform.id}.txt`
    await folderIs(bea, client.id, 'ready')
    expect(await fileAt(file)).toBe(
      [
        `Workform: ${workform.name}`,
        `Client: Nora New <${client.email}>`,
        `Bookkeeper: ${bea.name} <${bea.email}>`,
        `Due date: ${day(3)}`,
        'Notes: Call first',
      ].join('\n'),
    )
  })

  it('reports a folder that cannot be written and retries it, immediately when requested', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    await folderIs(bea, client.id, 'ready')
    // The store refuses a name this long, like a bucket that is full or forbidden.
    const path = `bookkeeper-${bea.userId}/client-${client.id}/${'x'.repeat(1100)}`
    await change(
      `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at) VALUES (?, ?, 'document', ?, ?, ?)`,
      uuidv7(),
      `document:${path}`,
      JSON.stringify({ path, text: 'late' }),
      client.created_at,
      client.created_at,
    )
    await good(send(bea, 'POST', `/api/clients/${client.id}/folder`))
    await folderIs(bea, client.id, 'failed')
    // Later than any test waits, so only a request can trigger the retry.
    await change(
      `UPDATE outbox SET payload = ?, next_at = '2999-01-01T00:00:00.000Z', tries = 100 WHERE recipient = ?`,
      JSON.stringify({ path: path.slice(0, 200), text: 'late' }),
      `document:${path}`,
    )
    expect(await get(bea, `/api/clients/${client.id}/folder`)).toEqual({ state: 'failed' })
    const foreign = await newBookkeeper(bea.firmId)
    await refused(send(foreign, 'GET', `/api/clients/${client.id}/folder`), 'not_found')
    await refused(send(foreign, 'POST', `/api/clients/${client.id}/folder`), 'not_found')
    await good(send(bea, 'POST', `/api/clients/${client.id}/folder`))
    await folderIs(bea, client.id, 'ready')
    expect(await fileAt(path.slice(0, 200))).toBe('late')
  })

  it('never stops retrying a folder', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    const path = `bookkeeper-${bea.userId}/client-${client.id}/${'y'.repeat(1100)}`
    await change(
      `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, tries)
        VALUES (?, ?, 'document', ?, ?, ?, 99)`,
      uuidv7(),
      `document:${path}`,
      JSON.stringify({ path, text: 'late' }),
      client.created_at,
      client.created_at,
    )
    await good(send(bea, 'POST', `/api/clients/${client.id}/folder`))
    const row = () =>
      rows<{ tries: number; dead_at: string | null }>(
        'SELECT tries, dead_at FROM outbox WHERE recipient = ?',
        `document:${path}`,
      )
    await expect.poll(async () => (await row())[0]?.tries).toBeGreaterThan(99)
    expect((await row())[0]?.dead_at).toBeNull()
    await change('DELETE FROM outbox WHERE recipient = ?', `document:${path}`)
  })

  it('creates the client without the workform when it does not exist, with a reason', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const foreign = await newWorkform(other, { is_template: true })
    for (const workform_id of [foreign.id, uuidv7()]) {
      const input = body({ assignment: { workform_id, due_date: day(1) } })
      const key = { 'idempotency-key': uuidv7() }
      const client = await good<CreatedClient>(create(bea, input, key))
      expect(client.assignment).toEqual({ ok: false, reason: 'This workform no longer exists.' })
      expect((await get<ClientDetail>(bea, `/api/clients/${client.id}`)).workforms).toEqual([])
      await nextMail(client.email, INVITES)
      // A repeated request changes nothing and gets the same answer.
      expect(await good(create(bea, input, key))).toEqual(client)
    }
  })

  it('answers without an assignment when none was requested', async () => {
    const bea = await newBookkeeper()
    expect((await good<CreatedClient>(create(bea, body()))).assignment).toBeNull()
  })

  it('refuses a due date in the past', async () => {
    const bea = await newBookkeeper()
    const own = await newWorkform(bea)
    const response = await create(bea, body({ assignment: { workform_id: own.id, due_date: day(-1) } }))
    expect((await problemOf(response)).errors).toEqual([
      { path: 'assignment.due_date', message: 'The due date must be today or later.' },
    ])
    expect(await get(bea, '/api/clients/counts')).toMatchObject({ total: 0 })
  })

  it('assigns a template of a colleague', async () => {
    const bea = await newBookkeeper()
    const colleague = await newBookkeeper(bea.firmId)
    const [template, own] = [await newWorkform(colleague, { is_template: true }), await newWorkform(colleague)]
    const client = await createdClient(bea, { assignment: { workform_id: template.id, due_date: day(1) } })
    expect((await sectionsOf(client.id, template.id)).length).toBe(2)
    const without = await good<CreatedClient>(
      create(bea, body({ assignment: { workform_id: own.id, due_date: day(1) } })),
    )
    expect(without.assignment?.ok).toBe(false)
  })

  it('refuses an email that is taken', async () => {
    const bea = await newBookkeeper()
    const first = await createdClient(bea)
    expect((await refused(create(bea, body({ email: first.email.toUpperCase() })), 'client_email_taken')).title).toBe(
      'Email Already Used',
    )
    // Another bookkeeper may have the same person as a client.
    await createdClient(await newBookkeeper(), { email: first.email })
    const { detail } = await refused(create(bea, body({ email: bea.email })), 'email_used_by_bookkeeper')
    expect(detail).toBe('This email is registered as a bookkeeper. Please contact support.')
    const signedUp = await registered()
    await refused(create(bea, body({ email: signedUp.email })), 'email_used_by_bookkeeper')
  })

  it('creates a client once when two tabs create it at the same time', async () => {
    const bea = await newBookkeeper()
    const input = body()
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(bea, input)))
    expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
    expect(await get(bea, '/api/clients/counts')).toMatchObject({ total: 1 })
  })

  it('has one effect when the request is repeated', async () => {
    const bea = await newBookkeeper()
    const input = body()
    const headers = { 'idempotency-key': unique('key') }
    const [first, second] = await Promise.all([create(bea, input, headers), create(bea, input, headers)])
    const third = await create(bea, input, headers)
    expect(await second.json()).toEqual(await first.json())
    expect((await third.json()) as Client).toMatchObject({ email: input.email })
    expect((await rows('SELECT 1 FROM book_invitations WHERE email = ?', input.email)).length).toBe(1)
  })

  it('names the invalid fields', async () => {
    const bea = await newBookkeeper()
    const paths = async (input: unknown) => (await errorsOf(create(bea, input)))?.map((e) => e.path)
    expect(await paths({})).toEqual(['name', 'email', 'phone'])
    expect(await paths(body({ name: '  ' }))).toEqual(['name'])
    expect(await paths(body({ name: 'x'.repeat(121) }))).toEqual(['name'])
    expect(await paths(body({ email: 'not an address' }))).toEqual(['email'])
    expect(await paths(body({ phone: ' ' }))).toEqual(['phone'])
    expect(await paths(body({ assignment: { workform_id: 'x', due_date: '2026-02-30' } }))).toEqual([
      'assignment.workform_id',
      'assignment.due_date',
    ])
  })
})

describe('the client’s detail', () => {
  it('summarizes the sections of each workform, newest first', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const [one, two] = [await newWorkform(bea), await newWorkform(bea)]
    await assigned(bea, one, [cleo.clientId], day(9))
    await assigned(bea, two, [cleo.clientId], day(4))
    const [first, second] = await sectionsOf(cleo.clientId, one.id)
    if (!first || !second) throw new Error('no sections')
    await settle(first, 'approved')
    const response = await send(bea, 'GET', `/api/clients/${cleo.clientId}`)
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const detail = (await response.json()) as ClientDetail
    expect(detail.password_set).toBe(true)
    expect(detail.workforms).toMatchObject([
      {
        workform_id: two.id,
        workform_name: two.name,
        due_date: day(4),
        status: 'assigned',
        sections: [{ status: 'pending' }, { status: 'pending' }],
      },
      {
        workform_id: one.id,
        due_date: day(9),
        status: 'in_progress',
        sections: [
          { name: 'First', status: 'approved' },
          { name: 'Second', status: 'pending' },
        ],
      },
    ])
    const status = async () => (await get<ClientDetail>(bea, `/api/clients/${cleo.clientId}`)).workforms[1]?.status
    await settle(second, 'completed')
    expect(await status()).toBe('completed')
    await settle(second, 'rejected')
    expect(await status()).toBe('rejected')
    await settle(second, 'approved')
    expect(await status()).toBe('approved')
  })

  it('is visible only to the client’s bookkeeper', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    for (const other of [await newBookkeeper(), await newBookkeeper(bea.firmId)]) {
      await refused(send(other, 'GET', `/api/clients/${client.id}`), 'not_found')
      await refused(patch(other, client, edit(client)), 'not_found')
      await refused(send(other, 'DELETE', `/api/clients/${client.id}`), 'not_found')
      await refused(send(other, 'POST', `/api/clients/${client.id}/invitation`), 'not_found')
    }
    await refused(send(bea, 'GET', `/api/clients/${uuidv7()}`), 'not_found')
    expect((await errorsOf(send(bea, 'GET', '/api/clients/none')))?.map((e) => e.path)).toEqual(['id'])
  })
})

describe('editing a client', () => {
  it('changes the given fields, notifies both sides and audits it', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const before = await get<ClientDetail>(bea, `/api/clients/${cleo.clientId}`)
    const response = await patch(bea, before, edit(before, { name: 'Cleo Married', phone: null, status: 'onboarding' }))
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const after = await good<Client>(response)
    expect(after).toMatchObject({
      name: 'Cleo Married',
      phone: null,
      status: 'onboarding',
      password_set: true,
      email: before.email,
    })
    expect(after.updated_at > before.updated_at).toBe(true)
    expect(await get(bea, `/api/clients/${cleo.clientId}`)).toEqual({ ...after, email_change: null, workforms: [] })
    await expectEvent(bea.userId, 'client.changed', cleo.clientId)
    await expectEvent(cleo.userId, 'client.changed', cleo.clientId)
    await expectAudit('client.updated', cleo.clientId)
    expect(
      await rows(
        `SELECT detail FROM audit_log WHERE action = 'client.status_changed' AND subject_id = ?`,
        cleo.clientId,
      ),
    ).toEqual([{ detail: '{"from":"active","to":"onboarding"}' }])
  })

  it('keeps phone and company when the edit leaves them out, and clears them when they are blank', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea, { phone: '555 0199', company: 'Acme' })
    const { name, email, status, updated_at } = client
    const kept = await good<Client>(patch(bea, client, { name, email, status, updated_at }))
    expect(kept).toMatchObject({ phone: '555 0199', company: 'Acme' })
    const cleared = await good<Client>(patch(bea, kept, edit(kept, { phone: ' ', company: '' })))
    expect(cleared).toMatchObject({ phone: null, company: null })
  })

  it('refuses an edit of an outdated state', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    const saved = await good<Client>(patch(bea, client, edit(client, { name: 'One' })))
    await refused(patch(bea, client, edit(client, { name: 'Two' })), 'stale')
    const both = await Promise.all(['Three', 'Four'].map((name) => patch(bea, saved, edit(saved, { name }))))
    expect(both.map((r) => r.status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('refuses an email that is taken', async () => {
    const bea = await newBookkeeper()
    const [one, two] = [await createdClient(bea), await createdClient(bea)]
    await refused(patch(bea, two, edit(two, { email: one.email })), 'client_email_taken')
    await refused(patch(bea, two, edit(two, { email: bea.email })), 'email_used_by_bookkeeper')
    expect(await get(bea, `/api/clients/${two.id}`)).toMatchObject({ email: two.email, updated_at: two.updated_at })
  })

  it('moves the sign-in to a new email and sends an invitation there when the client has not signed up', async () => {
    const bea = await newBookkeeper()
    const workform = await newWorkform(bea)
    const client = await createdClient(bea, { assignment: { workform_id: workform.id, due_date: day(1) } })
    const [old] = await rows<{ id: string }>('SELECT id FROM book_invitations WHERE client_id = ?', client.id)
    const email = `${unique('moved')}@example.com`
    const response = await patch(bea, client, edit(client, { email }))
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect((await rows('SELECT email FROM book_client_auth WHERE client_id = ?', client.id))[0]).toEqual({ email })
    expect((await rows('SELECT client_email FROM book_form_submissions WHERE client_id = ?', client.id))[0]).toEqual({
      client_email: email,
    })
    await nextMail(email, INVITES)
    const open = await rows(
      'SELECT id, email FROM book_invitations WHERE client_id = ? AND used_at IS NULL AND expires_at > ?',
      client.id,
      new Date().toISOString(),
    )
    expect(open).toEqual([{ id: expect.not.stringMatching(old?.id ?? ''), email }])
  })

  it('names the invalid fields', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    const paths = async (more: Record<string, unknown>) =>
      (await errorsOf(patch(bea, client, edit(client, more))))?.map((e) => e.path)
    expect(await paths({ name: ' ', email: '' })).toEqual(['name', 'email'])
    expect(await paths({ status: 'gone' })).toEqual(['status'])
    expect(await paths({ updated_at: 'yesterday' })).toEqual(['updated_at'])
  })
})

describe('deleting a client', () => {
  it('is refused while a workform is assigned', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const workform = await newWorkform(bea)
    await assigned(bea, workform, [cleo.clientId])
    const { title, detail } = await refused(
      send(bea, 'DELETE', `/api/clients/${cleo.clientId}`),
      'cannot_delete_client',
    )
    expect(`${title}: ${detail}`).toBe(
      'Cannot Delete: Cannot delete client with existing workform assignments. Please remove assignments first.',
    )
    await good(send(bea, 'DELETE', `/api/clients/${cleo.clientId}/workforms/${workform.id}`))
    const response = await send(bea, 'DELETE', `/api/clients/${cleo.clientId}`)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await response.json()).toEqual({ ok: true })
    await refused(send(bea, 'GET', `/api/clients/${cleo.clientId}`), 'not_found')
    for (const table of [
      'book_client_auth',
      'chat_threads',
      'book_client_notifications',
      'sessions',
      'book_form_submissions',
    ]) {
      expect(await rows(`SELECT 1 FROM ${table} WHERE client_id = ?`, cleo.clientId), table).toEqual([])
    }
    await expectEvent(bea.userId, 'client.changed', cleo.clientId)
    expect((await queued('event', `user:${cleo.userId}`, 'session.revoked')).length).toBe(1)
    await expectAudit('client.deleted', cleo.clientId)
    await refused(send(bea, 'DELETE', `/api/clients/${cleo.clientId}`), 'not_found')
  })

  it('removes all files of the client, including chat attachments', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const path = `clients/${cleo.clientId}/chat/${unique('file')}.pdf`
    await change(
      `INSERT INTO files (id, owner_id, firm_id, client_id, purpose, name, path, size, type, state, created_at)
        VALUES (?, ?, ?, ?, 'chat', 'a.pdf', ?, 1, 'application/pdf', 'stored', ?)`,
      uuidv7(),
      cleo.userId,
      bea.firmId,
      cleo.clientId,
      path,
      new Date().toISOString(),
    )
    await good(send(bea, 'DELETE', `/api/clients/${cleo.clientId}`))
    expect(await rows('SELECT 1 FROM files WHERE path = ?', path)).toEqual([])
    expect((await queued('purge', `files:${cleo.clientId}`)).map((q) => JSON.parse(q.payload))).toEqual([
      { paths: [path], uploads: [] },
    ])
  })
})

describe('resending an invitation', () => {
  it('sends a new link and invalidates the old one', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    await nextMail(client.email, INVITES)
    const response = await send(bea, 'POST', `/api/clients/${client.id}/invitation`)
    expect(response.status).toBe(200)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    await expect.poll(async () => (await mailsTo(client.email)).length).toBe(2)
    const [newest, first] = await mailsTo(client.email)
    if (!newest || !first) throw new Error('no mails')
    expect(tokenIn(newest, 'token')).not.toBe(tokenIn(first, 'token'))
    const open = await rows(
      'SELECT 1 FROM book_invitations WHERE client_id = ? AND expires_at > ?',
      client.id,
      new Date().toISOString(),
    )
    expect(open.length).toBe(1)
    await expectAudit('client.invited', client.id)
  })

  it('has one effect when repeated, and a daily limit', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    const invite = (headers = {}) => send(bea, 'POST', `/api/clients/${client.id}/invitation`, undefined, headers)
    const headers = { 'idempotency-key': unique('key') }
    await good(invite(headers))
    await good(invite(headers))
    const count = async () => (await rows('SELECT 1 FROM book_invitations WHERE client_id = ?', client.id)).length
    expect(await count()).toBe(2)
    for (let i = 0; i < 8; i++) await good(invite())
    await refused(invite(), 'too_many_requests')
    expect(await count()).toBe(10)
  })

  it('is refused once the client has an account', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const { detail } = await refused(send(bea, 'POST', `/api/clients/${cleo.clientId}/invitation`), 'account_exists')
    expect(detail).toBe('This client has already set up their account.')
  })
})

describe('removing an assigned workform', () => {
  it('removes everything of it, notifies the client, and keeps other workforms', async () => {
    const bea = await newBookkeeper()
    const cleo = await newClient(bea)
    const [workform, kept] = [await newWorkform(bea), await newWorkform(bea)]
    await assigned(bea, workform, [cleo.clientId])
    await assigned(bea, kept, [cleo.clientId])
    const [first, second] = await sectionsOf(cleo.clientId, workform.id)
    if (!first || !second) throw new Error('no sections')
    await settle(first, 'approved')
    const at = new Date().toISOString()
    const path = `clients/${cleo.clientId}/workforms/${workform.id}/${unique('file')}.pdf`
    await insert([
      {
        sql: 'INSERT INTO section_drafts (assignment_id, answers, updated_at) VALUES (?, ?, ?)',
        args: [second.id, '{"b":"typed"}', at],
      },
      {
        sql: `INSERT INTO files (id, owner_id, firm_id, client_id, assignment_id, field_id, purpose, name, path, size,
                type, state, created_at)
              VALUES (?, ?, ?, ?, ?, 'b', 'answer', 'a.pdf', ?, 1, 'application/pdf', 'stored', ?)`,
        args: [uuidv7(), cleo.userId, bea.firmId, cleo.clientId, first.id, path, at],
      },
    ])
    const remove = () => send(bea, 'DELETE', `/api/clients/${cleo.clientId}/workforms/${workform.id}`)
    await refused(
      send(await newBookkeeper(bea.firmId), 'DELETE', `/api/clients/${cleo.clientId}/workforms/${workform.id}`),
      'not_found',
    )
    const response = await remove()
    expect(response.status).toBe(200)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })

    expect(await sectionsOf(cleo.clientId, workform.id)).toEqual([])
    expect(await rows('SELECT 1 FROM section_drafts WHERE assignment_id = ?', second.id)).toEqual([])
    expect(await rows('SELECT 1 FROM book_form_submissions WHERE id = ?', first.submission_id)).toEqual([])
    expect(await rows('SELECT 1 FROM workform_section_statuses WHERE submission_id = ?', first.submission_id)).toEqual(
      [],
    )
    expect(await rows('SELECT state FROM files WHERE path = ?', path)).toEqual([{ state: 'removed' }])
    expect((await queued('purge', `files:${cleo.clientId}`)).map((q) => JSON.parse(q.payload))).toEqual([
      { paths: [path], uploads: [] },
    ])
    expect((await sectionsOf(cleo.clientId, kept.id)).length).toBe(2)
    expect(
      await rows(
        'SELECT title, workform_id FROM book_client_notifications WHERE client_id = ? ORDER BY created_at DESC LIMIT 1',
        cleo.clientId,
      ),
    ).toEqual([{ title: 'Workform removed', workform_id: workform.id }])
    await expectEvent(cleo.userId, 'assignment.changed', workform.id)
    await expectEvent(bea.userId, 'submission.changed', workform.id)
    await expectAudit('assignment.removed', first.submission_id)
    await refused(remove(), 'not_found')
    // It can be assigned again, without the old answers.
    expect((await assigned(bea, workform, [cleo.clientId])).results).toMatchObject([{ ok: true, sections: 2 }])
  })
})

describe('the account of a deleted client', () => {
  const signIn = (email: string) => post('/api/auth/sign-in', { email, password: CLIENT_PASSWORD, portal: 'client' })
  const remove = (bea: TestBookkeeper, id: string) => good(send(bea, 'DELETE', `/api/clients/${id}`))

  it('is deleted with the last record of the person', async () => {
    const bea = await newBookkeeper()
    const cleo = await signedUpClient(bea)
    const open = await signIn(cleo.email)
    expect(open.status).toBe(200)
    const { access_token: _, user } = (await open.json()) as { access_token: string; user: { id: string } }
    const path = `clients/${cleo.id}/${unique('file')}.pdf`
    await change(
      `INSERT INTO files (id, owner_id, firm_id, client_id, purpose, name, path, size, type, state, created_at)
        VALUES (?, ?, ?, ?, 'chat', 'a.pdf', ?, 1, 'application/pdf', 'stored', ?)`,
      uuidv7(),
      user.id,
      bea.firmId,
      cleo.id,
      path,
      new Date().toISOString(),
    )
    await remove(bea, cleo.id)
    for (const [table, column] of [
      ['auth_users', 'id'],
      ['profiles', 'id'],
      ['sessions', 'user_id'],
      ['book_client_auth', 'auth_user_id'],
    ]) {
      expect(await rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, user.id), table).toEqual([])
    }
    expect(await rows('SELECT 1 FROM files WHERE path = ?', path)).toEqual([])
    expect((await queued('event', `user:${user.id}`, 'session.revoked')).length).toBe(1)
    await expectAudit('account.deleted', user.id)
    const { title, detail } = await refused(signIn(cleo.email), 'email_not_registered')
    expect(`${title}: ${detail}`).toBe(
      'Email Not Registered: This email is not registered. Please contact your bookkeeper.',
    )
    const refreshed = await post('/api/auth/refresh', {}, { cookie: cookieOf(open) })
    expect(refreshed.status).toBe(401)
    // When registered again, the person starts from the beginning.
    const again = await createdClient(bea, { email: cleo.email })
    expect(await get(bea, `/api/clients/${again.id}`)).toMatchObject({ password_set: false })
    await refused(signIn(cleo.email), 'invalid_credentials')
    await setupToken(cleo.email, 'signup', 1)
  })

  it('is kept when another bookkeeper has the same person as a client, linked or not', async () => {
    const [bea, ann] = [await newBookkeeper(), await newBookkeeper()]
    const cleo = await signedUpClient(bea)
    const waiting = await createdClient(ann, { email: cleo.email })
    await remove(bea, cleo.id)
    const session = await good<{ access_token: string; user: { client_id: string | null } }>(signIn(cleo.email))
    expect(session.user.client_id).toBeNull()
    await good(post(`/api/auth/records/${waiting.id}/accept`, {}, { authorization: `Bearer ${session.access_token}` }))
    const third = await createdClient(bea, { email: cleo.email })
    await good(signIn(cleo.email))
    await remove(ann, waiting.id)
    expect((await good<{ user: { client_id: string | null } }>(signIn(cleo.email))).user.client_id).toBeNull()
    await remove(bea, third.id)
    await refused(signIn(cleo.email), 'email_not_registered')
    expect(await rows('SELECT 1 FROM auth_users WHERE email = ?', cleo.email)).toEqual([])
  })

  it('is kept, with its sessions, when a bookkeeper deletes a record that the person has not accepted', async () => {
    const [bea, ann] = [await newBookkeeper(), await newBookkeeper()]
    const cleo = await signedUpClient(bea)
    const { access_token, user } = await good<{ access_token: string; user: { client_id: string } }>(signIn(cleo.email))
    const copy = await createdClient(ann, { email: cleo.email })
    await remove(ann, copy.id)
    const headers = { authorization: `Bearer ${access_token}` }
    await good(fetch(new URL('/api/profile', portalUrl), { headers }))
    expect(await good(signIn(cleo.email))).toMatchObject({ user: { client_id: user.client_id } })
  })

  it('does not exist for a client who never signed up', async () => {
    const bea = await newBookkeeper()
    const client = await createdClient(bea)
    await remove(bea, client.id)
    expect(await rows(`SELECT 1 FROM audit_log WHERE firm_id = ? AND action = 'account.deleted'`, bea.firmId)).toEqual(
      [],
    )
    await refused(signIn(client.email), 'email_not_registered')
  })
})
