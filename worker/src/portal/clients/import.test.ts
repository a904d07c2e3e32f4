import type { ImportResult, TakenEmails } from '@portal/contract/clients'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { good, newSignUp, nextMail, post, refused, registered } from '../../testing/accounts.ts'
import { mailsTo, newBookkeeper, problemOf, type TestBookkeeper, unique } from '../../testing/portal.ts'
import {
  createdClient,
  day,
  expectAudit,
  get,
  newWorkform,
  queued,
  rows,
  sectionsOf,
  send,
  trips,
} from '../../testing/work.ts'

const row = (more: Record<string, string> = {}) => ({
  name: 'Ina Import',
  email: `${unique('import')}@example.com`,
  phone: '',
  company: '',
  status: '',
  ...more,
})
const importing = (caller: TestBookkeeper, list: unknown[], more: Record<string, unknown> = {}, headers = {}) =>
  send(caller, 'POST', '/api/clients/import', { rows: list, invite: false, ...more }, headers)
const imported = (caller: TestBookkeeper, list: unknown[], more: Record<string, unknown> = {}, headers = {}) =>
  good<ImportResult>(importing(caller, list, more, headers))
const reasons = ({ results }: ImportResult) => results.map((r) => r.reason)
const total = async (bea: TestBookkeeper) => (await get<{ total: number }>(bea, '/api/clients/counts')).total

describe('importing clients', () => {
  it('creates complete clients in one read and one write', async () => {
    const bea = await newBookkeeper()
    const list = [
      row({
        name: '  Ina\n Import ',
        email: ' INA-@Example.com'.replace('-', unique('-')),
        phone: '+49 170',
        company: 'Ina Ltd',
        status: 'ACTIVE',
      }),
      row({ name: 'Olaf' }),
    ]
    const response = await importing(bea, list)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { results } = await good<ImportResult>(response)
    expect(results.map((r) => r.reason)).toEqual([null, null])
    const [first = '', second = ''] = results.map((r) => r.id ?? '')
    const email = list[0]?.email.trim().toLowerCase() ?? ''
    expect(await get(bea, `/api/clients/${first}`)).toMatchObject({
      name: 'Ina Import',
      email,
      phone: '+49 170',
      company: 'Ina Ltd',
      status: 'active',
      password_set: false,
      workforms: [],
    })
    expect(await get(bea, `/api/clients/${second}`)).toMatchObject({
      name: 'Olaf',
      phone: null,
      company: null,
      status: 'new',
    })
    for (const id of [first, second]) {
      expect(
        await rows('SELECT email, password_set, auth_user_id FROM book_client_auth WHERE client_id = ?', id),
      ).toMatchObject([{ password_set: 0, auth_user_id: null }])
      expect(await rows('SELECT bookkeeper_id FROM chat_threads WHERE client_id = ?', id)).toEqual([
        { bookkeeper_id: bea.userId },
      ])
      expect((await queued('document', `document:bookkeeper-${bea.userId}/client-${id}/.client-info.txt`)).length).toBe(
        1,
      )
      await expectAudit('client.created', id)
      expect(await rows('SELECT 1 FROM book_invitations WHERE client_id = ?', id)).toEqual([])
    }
    // One event for all, so that open tabs fetch the list once.
    expect((await queued('event', `user:${bea.userId}`, '"client.changed"')).length).toBe(1)
    expect((await queued('document', `document:bookkeeper-${bea.userId}/.bookkeeper-info.txt`)).length).toBe(1)
    expect(
      (await get<{ items: unknown[] }>(bea, `/api/clients?q=${encodeURIComponent(email.slice(0, 12))}`)).items.length,
    ).toBe(1)
  })

  it('refuses invalid rows with a reason and creates the others', async () => {
    const bea = await newBookkeeper()
    const known = await createdClient(bea)
    const keeper = await registered()
    const fine = row()
    const answer = await imported(bea, [
      row({ name: ' ' }),
      row({ email: '' }),
      row({ email: 'ina@' }),
      row({ status: 'vip' }),
      row({ name: 'x'.repeat(121) }),
      row({ phone: '1'.repeat(41) }),
      row({ company: 'x'.repeat(121) }),
      row({ phone: '4.47912E+11' }),
      row({ email: known.email.toUpperCase() }),
      row({ email: keeper.email }),
      row({ email: bea.email }),
      fine,
      { ...fine, email: fine.email.toUpperCase() },
    ])
    expect(reasons(answer)).toEqual([
      'The name is missing.',
      'The email is missing.',
      '"ina@" is not a valid email address.',
      'The status "vip" is not new, onboarding, active or inactive.',
      'The name is longer than 120 characters.',
      'The phone is longer than 40 characters.',
      'The company is longer than 120 characters.',
      'The phone is “4.47912E+11”, a shortened number. Format the column as text, and enter all digits.',
      'You already have a client with this email.',
      'This email is registered as a bookkeeper. Please contact support.',
      'This email is registered as a bookkeeper. Please contact support.',
      null,
      'This email appears more than once in the file.',
    ])
    expect(await total(bea)).toBe(2)
    // Another bookkeeper may have the same client. An address that was never confirmed is free.
    const other = await newBookkeeper()
    const unconfirmed = newSignUp()
    await good(post('/api/auth/sign-up', unconfirmed))
    expect(reasons(await imported(other, [row({ email: known.email }), row({ email: unconfirmed.email })]))).toEqual([
      null,
      null,
    ])
  })

  it('sends invitations when requested', async () => {
    const bea = await newBookkeeper()
    const [one, two] = [row(), row()]
    const { results } = await imported(bea, [one, two], { invite: true })
    const mail = await nextMail(one.email, 'Bea Bookkeeper invites you to the client portal')
    expect(mail.text).toContain('/client-setup?token=')
    await nextMail(two.email, 'Bea Bookkeeper invites you to the client portal')
    expect(await rows('SELECT email FROM book_invitations WHERE client_id = ?', results[0]?.id ?? '')).toEqual([
      { email: one.email },
    ])
    const quiet = row()
    await imported(bea, [quiet])
    await createdClient(bea)
    expect(await mailsTo(quiet.email)).toEqual([])
  })

  it('assigns a workform to all clients when requested', async () => {
    const bea = await newBookkeeper()
    const workform = await newWorkform(bea)
    const assignment = { workform_id: workform.id, due_date: day(9), notes: 'Please hurry' }
    const response = await importing(bea, [row(), row({ name: '' }), row()], { assignment })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const { results } = await good<ImportResult>(response)
    for (const { id } of results.filter((r) => r.id)) {
      expect(await sectionsOf(id ?? '', workform.id)).toMatchObject([
        { section_name: 'First', due_date: day(9), notes: 'Please hurry' },
        { section_name: 'Second', due_date: day(9) },
      ])
    }
    await refused(importing(bea, [row()], { assignment: { ...assignment, due_date: day(-1) } }), 'past_due_date')
    await refused(importing(bea, [row()], { assignment: { ...assignment, workform_id: uuidv7() } }), 'not_found')
    const foreign = await newWorkform(await newBookkeeper(), { is_template: true })
    await refused(importing(bea, [row()], { assignment: { ...assignment, workform_id: foreign.id } }), 'not_found')
    expect(await total(bea)).toBe(2)
  })

  it('has one effect when the request is repeated, even at the same time', async () => {
    const bea = await newBookkeeper()
    const list = [row(), row(), row({ name: '' })]
    const headers = { 'idempotency-key': unique('key') }
    const [first, second] = await Promise.all([
      imported(bea, list, { invite: true }, headers),
      imported(bea, list, { invite: true }, headers),
    ])
    expect(second).toEqual(first)
    expect(await imported(bea, list, { invite: true }, headers)).toEqual(first)
    expect(await total(bea)).toBe(2)
    expect((await rows('SELECT 1 FROM book_invitations WHERE email = ?', list[0]?.email ?? '')).length).toBe(1)
    // Without the key, the rows are checked again.
    expect(reasons(await imported(bea, list))).toEqual([
      'You already have a client with this email.',
      'You already have a client with this email.',
      'The name is missing.',
    ])
  })

  it('creates each client once when two tabs import the same file', async () => {
    const bea = await newBookkeeper()
    const list = Array.from({ length: 20 }, () => row())
    const answers = await Promise.all(Array.from({ length: 4 }, () => imported(bea, list)))
    expect(await total(bea)).toBe(20)
    const made = answers.flatMap((a) => a.results.flatMap((r) => r.id ?? []))
    expect(made.length).toBe(20)
    expect(new Set(answers.flatMap(reasons))).toEqual(new Set([null, 'You already have a client with this email.']))
  })

  it('accepts at most 100 rows, in one read and one write', async () => {
    const bea = await newBookkeeper()
    const list = Array.from({ length: 100 }, () => row())
    const response = await importing(bea, list, {
      invite: true,
      assignment: { workform_id: (await newWorkform(bea)).id, due_date: day(1) },
    })
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    expect(await total(bea)).toBe(100)
    const paths = async (list_: unknown[], more = {}) =>
      (await problemOf(await importing(bea, list_, more))).errors?.map((e) => e.path)
    expect(await paths([...list, row()])).toEqual(['rows'])
    expect(await paths([])).toEqual(['rows'])
    expect(await paths([{ name: 'only' }], { invite: 'yes' })).toEqual([
      'rows.0.email',
      'rows.0.phone',
      'rows.0.company',
      'rows.0.status',
      'invite',
    ])
  })
})

describe('checking addresses', () => {
  const check = (bea: TestBookkeeper, emails: string[]) => send(bea, 'POST', '/api/clients/import/check', { emails })

  it('limits how many addresses can be checked', async () => {
    const bea = await newBookkeeper()
    const answers = await Promise.all(Array.from({ length: 40 }, () => check(bea, ['a@b.example'])))
    expect(answers.map((r) => r.status).filter((status) => status === 429).length).toBeGreaterThan(0)
  })

  it('limits how many addresses of other bookkeepers imports and new clients can reveal', async () => {
    const [bea, other] = [await newBookkeeper(), await newBookkeeper()]
    const hits = (count: number) => Array.from({ length: count }, () => row({ email: other.email }))
    expect(reasons(await imported(bea, [...hits(20), row()])).filter((reason) => reason !== null)).toHaveLength(20)
    await refused(importing(bea, [...hits(20), row()]), 'too_many_requests')
    const cal = await newBookkeeper()
    const create = () => send(cal, 'POST', '/api/clients', { name: 'Ann', email: other.email, phone: '1' })
    const statuses = (await Promise.all(Array.from({ length: 40 }, create))).map((answer) => answer.status)
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThanOrEqual(30)
    expect(statuses).toContain(429)
    // Other clients can still be added.
    await createdClient(cal)
  })

  it('reports the addresses of the bookkeeper’s own clients, but not those of other bookkeepers', async () => {
    const bea = await newBookkeeper()
    const known = await createdClient(bea)
    const foreign = await createdClient(await newBookkeeper(bea.firmId))
    const response = await check(bea, [
      known.email.toUpperCase(),
      bea.email,
      foreign.email,
      'nobody@example.com',
      'no address',
      '',
    ])
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    const { taken } = await good<TakenEmails>(response)
    expect(taken).toEqual([{ email: known.email, reason: 'You already have a client with this email.' }])
    expect((await good<TakenEmails>(check(bea, ['a@b.example']))).taken).toEqual([])
    expect(
      (
        await problemOf(
          await check(
            bea,
            Array.from({ length: 1001 }, () => 'a@b.example'),
          ),
        )
      ).errors?.[0]?.path,
    ).toBe('emails')
  })
})
