import type { Session } from '@portal/contract/auth'
import type { Enrolment, Challenge } from '@portal/contract/factors'
import { mailedCode, newRecord, newSignUp, nextMail, post, registered, tokenIn } from '../../worker/src/testing/accounts.ts'
import { appCode, bearer, signedIn } from '../../worker/src/testing/factors.ts'
import { newBookkeeper, newClient, unique } from '../../worker/src/testing/portal.ts'
import { decide, draft, newWork, submit, uploaded, type Work } from '../../worker/src/testing/sections.ts'
import { createdClient, day, newWorkform, rows, send, textField } from '../../worker/src/testing/work.ts'
import { uuidv7 } from '../../worker/src/ids.ts'
import { type Attack, Trial } from './attack.ts'

/** Every change of state asked for many times at once: one effect, everybody else a clear no, and the database agrees with itself. */

const N = 20
const REFUSALS = new Set([400, 401, 404, 409, 429])

/** Sends all at once. @returns those that went well */
async function race(trial: Trial, what: string, most: number, asked: readonly Promise<Response>[]): Promise<Response[]> {
  const answers = await Promise.all(asked)
  const won = answers.filter((a) => a.ok)
  const odd = answers.filter((a) => !a.ok && !REFUSALS.has(a.status))
  trial.must(odd.length === 0, `${what}: ${odd[0]?.status} ${await odd[0]?.text()}`)
  trial.must(won.length <= most && won.length >= 1, `${what}: ${won.length} of ${answers.length} went well`)
  return won
}

const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i))
const many = async (sql: string, ...args: string[]): Promise<number> =>
  Number((await rows<{ n: number }>(`SELECT count(*) AS n ${sql}`, ...args))[0]?.n)
const entries = (action: string, subject: string) => many('FROM audit_log WHERE action = ? AND subject_id = ?', action, subject)
const DECISIONS = ['doc_approved', 'doc_rejected', 'section.approval_undone', 'section.submitted']
const decisionsOn = async (id: string): Promise<number[]> => Promise.all(DECISIONS.map((action) => entries(action, id)))

const versionOf = async (id: string): Promise<number> =>
  (await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', id))[0]?.version ?? 0

async function sections(): Promise<Attack> {
  const trial = new Trial('sections: submitted, decided, undone')
  const { bookkeeper, client, first, second } = await newWork()
  const answers = { name: 'Ann' }
  const seen = await versionOf(first.id)
  await race(
    trial,
    'submit',
    1,
    times(N, () => submit(client, first.id, answers, seen)),
  )
  trial.must((await decisionsOn(first.id))[3] === 1, 'a section submitted once is in the trail more than once')
  trial.must(
    (await many("FROM book_client_notifications WHERE client_id = ? AND recipient_type = 'bookkeeper'", client.clientId)) <= 1,
    'its notification is doubled',
  )
  const version = await versionOf(first.id)
  const approve = () => decide(bookkeeper, 'approve', first.id, { version })
  const reject = () => decide(bookkeeper, 'reject', first.id, { version, reason: 'No' })
  const all = () =>
    send(bookkeeper, 'POST', '/api/submissions/approve', {
      workform_id: first.workform_version_id,
      client_id: client.clientId,
      sections: [],
    })
  await race(
    trial,
    'approve and reject',
    1,
    times(N, (i) => (i % 2 ? approve() : reject())),
  )
  const [approved, rejected] = await decisionsOn(first.id)
  trial.must((approved ?? 0) + (rejected ?? 0) === 1, `${approved} approvals and ${rejected} rejections of one submission`)
  await all()
  if (rejected) await submit(client, first.id, answers)
  if (rejected) await decide(bookkeeper, 'approve', first.id, { version: await versionOf(first.id) })
  const decided = await versionOf(first.id)
  await race(
    trial,
    'undo',
    1,
    times(N, () => decide(bookkeeper, 'undo', first.id, { version: decided })),
  )
  trial.must((await decisionsOn(first.id))[2] === 1, 'one approval was undone more than once')
  const key = uuidv7()
  const kept = await versionOf(second.id)
  const won = await race(
    trial,
    'one submit under one key',
    N,
    times(N, () => submit(client, second.id, { note: 'Hello' }, kept, key)),
  )
  trial.must(won.length === N, `only ${won.length} of ${N} repeats of one request got its answer`)
  trial.must((await decisionsOn(second.id))[3] === 1, 'one request under one key was submitted more than once')
  return trial.result('races and checks')
}

async function drafts(): Promise<Attack> {
  const trial = new Trial('drafts and files against submit, edit and removal')
  const { client, first } = await newWork()
  await race(
    trial,
    'drafts of two devices',
    1,
    times(N, (i) => draft(client, first.id, { name: `Ann ${i}` }, 0)),
  )
  const file = await uploaded(client, first.id, 'a.pdf')
  const seen = await versionOf(first.id)
  await Promise.all([
    submit(client, first.id, { name: 'Ann', scan: [file] }, seen),
    ...times(5, () => send(client, 'DELETE', `/api/portal/files/${file.id}`)),
  ])
  const [row] = await rows<{ data: string; state: string | null }>(
    'SELECT s.data, (SELECT state FROM files WHERE id = ?) AS state FROM book_form_submissions s WHERE s.id = ?',
    file.id,
    first.submission_id,
  )
  trial.must(!row?.data.includes(file.id) || row.state === 'stored', 'a submission names a file that was removed')
  const other = await newWork()
  const body = { answers: { name: 'Ann' }, version: await versionOf(other.first.id) }
  const path = `/api/clients/${other.client.clientId}/workforms/${other.workform.id}`
  await Promise.all([
    ...times(5, () => send(other.client, 'POST', `/api/portal/sections/${other.first.id}/submit`, body)),
    ...times(5, () => send(other.bookkeeper, 'DELETE', path)),
    ...times(5, () => draft(other.client, other.first.id, { name: 'Bob' }, 0)),
  ])
  trial.must(
    (await many('FROM book_client_workforms WHERE client_id = ?', other.client.clientId)) === 0,
    'a section that was taken away is there',
  )
  trial.must(
    (await many('FROM book_form_submissions WHERE id = ?', other.first.submission_id)) === 0,
    'the submission of a section that was taken away is there',
  )
  trial.must(
    (await many('FROM section_drafts WHERE assignment_id = ?', other.first.id)) === 0,
    'the draft of a section that was taken away is there',
  )
  const big = await newWork()
  const bytes = new Uint8Array(200).fill(120)
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'))
  const begun = await send(big.client, 'POST', `/api/portal/sections/${big.first.id}/uploads`, {
    field: 'scan',
    name: 'b.pdf',
    size: bytes.length,
  })
  const { id } = (await begun.json()) as { id: string }
  await big.client.fetch(`/api/uploads/${id}/parts/1`, { method: 'PUT', body: bytes })
  const done = await race(
    trial,
    'complete one upload',
    N,
    times(N, () => send(big.client, 'POST', `/api/uploads/${id}/complete`, {})),
  )
  const ids = new Set(await Promise.all(done.map(async (a) => ((await a.json()) as { id: string }).id)))
  trial.must(ids.size === 1, `one upload became ${ids.size} files`)
  trial.must(
    (await many("FROM files WHERE client_id = ? AND state = 'stored'", big.client.clientId)) === 1,
    'one upload is stored more than once',
  )
  return trial.result('races and checks')
}

async function clients(): Promise<Attack> {
  const trial = new Trial('clients, workforms and assignments')
  const bookkeeper = await newBookkeeper()
  const email = `${unique('raced')}@example.com`
  await race(
    trial,
    'one client',
    1,
    times(N, () => send(bookkeeper, 'POST', '/api/clients', { name: 'Ann', email, phone: '1' })),
  )
  trial.must((await many('FROM book_invitations WHERE email = ?', email)) === 1, 'one client was invited more than once')
  const client = await createdClient(bookkeeper)
  const edit = (i: number) => ({
    name: `Ann ${i}`,
    email: client.email,
    phone: '1',
    company: null,
    status: 'active',
    updated_at: client.updated_at,
  })
  await race(
    trial,
    'edits of one client',
    1,
    times(N, (i) => send(bookkeeper, 'PATCH', `/api/clients/${client.id}`, edit(i))),
  )
  const workform = await newWorkform(bookkeeper)
  const assign = () =>
    send(bookkeeper, 'POST', '/api/assignments', { workform_id: workform.id, clients: [{ client_id: client.id, due_date: day(7) }] })
  await race(trial, 'one assignment', N, times(N, assign))
  trial.must((await many('FROM book_client_workforms WHERE client_id = ?', client.id)) === 2, 'an assignment is doubled')
  trial.must(
    (await many(
      'FROM book_form_submissions WHERE id IN (SELECT submission_id FROM book_client_workforms WHERE client_id = ?)',
      client.id,
    )) === 1,
    'an assignment has two submissions',
  )
  const fields = (i: number) => [textField('a', 'First'), textField(`b${i}`, 'Second')]
  const change = (i: number) =>
    send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, { name: 'Form', fields: fields(i), version: workform.version })
  await race(trial, 'edits of one workform', 1, times(N, change))
  await race(
    trial,
    'one removal',
    1,
    times(N, () => send(bookkeeper, 'DELETE', `/api/clients/${client.id}/workforms/${workform.id}`)),
  )
  const mixed = await Promise.all(times(N, (i) => (i % 2 ? assign() : send(bookkeeper, 'DELETE', `/api/clients/${client.id}`))))
  const deleted = mixed.some((a, i) => i % 2 === 0 && a.ok)
  const left = await many('FROM book_client_workforms WHERE client_id = ?', client.id)
  trial.must(!deleted || left === 0, 'a client was deleted who has an assignment')
  trial.must(
    mixed.every((a) => a.ok || REFUSALS.has(a.status)),
    'deleting against assigning fails otherwise than by a refusal',
  )
  const again = await newWork()
  await race(
    trial,
    'deleting one workform',
    1,
    times(N, () => send(again.bookkeeper, 'DELETE', `/api/workforms/${again.workform.id}`)),
  )
  return trial.result('races and checks')
}

async function accounts(): Promise<Attack> {
  const trial = new Trial('accounts: signed up, confirmed, codes, sessions, second factors')
  const person = newSignUp()
  await race(
    trial,
    'one sign-up',
    1,
    times(5, () => post('/api/auth/sign-up', person)),
  )
  trial.must((await many('FROM auth_users WHERE email = ?', person.email)) === 1, 'one address has two accounts')
  trial.must(
    (await many("FROM email_links l JOIN auth_users u ON u.id = l.user_id WHERE u.email = ? AND l.purpose = 'confirm'", person.email)) ===
      1,
    'one sign-up got two links',
  )
  const token = tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
  await race(
    trial,
    'one confirmation',
    1,
    times(N, () => post('/api/auth/confirm', { token })),
  )
  const { email } = await newRecord(await newBookkeeper())
  const code = await mailedCode(email, 'signup')
  await race(
    trial,
    'one code',
    1,
    times(5, () => post('/api/auth/client/code/check', { email, purpose: 'signup', code })),
  )
  const owner = await registered()
  const [here, there]: [Session, Session] = [await signedIn(owner), await signedIn(owner)]
  await race(
    trial,
    'ending one session',
    1,
    times(N, () => stranger('DELETE', `/api/auth/sessions/${there.session_id}`, here)),
  )
  trial.must((await entries('session.revoked', there.user.id)) === 1, 'one session ended twice')
  const { id, secret } = (await (await post('/api/auth/factors', { password: owner.password }, bearer(here))).json()) as Enrolment
  const { challenge } = (await (await post(`/api/auth/factors/${id}/challenge`, {}, bearer(here))).json()) as Challenge
  const verify = () => post(`/api/auth/factors/${id}/verify`, { challenge, code: appCode(secret) })
  await race(trial, 'turning a second factor on', 1, times(5, verify))
  trial.must((await many('FROM recovery_codes WHERE user_id = ?', here.user.id)) === 10, 'there are not ten recovery codes')
  const passwords = times(4, (i) =>
    post('/api/auth/password/change', { current_password: owner.password, new_password: `changed-${i}-Password` }, bearer(here)),
  )
  await race(trial, 'one change of password', 1, passwords)
  return trial.result('races and checks')
}

const stranger = (method: string, path: string, session: Session): Promise<Response> =>
  fetch(new URL(path, portal), { method, headers: bearer(session) })
let portal = ''

async function messages(): Promise<Attack> {
  const trial = new Trial('messages, webhooks and downloads')
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const [thread] = await rows<{ id: string }>('SELECT id FROM chat_threads WHERE client_id = ?', client.clientId)
  const path = `/api/chat/threads/${thread?.id}/messages`
  const key = { 'idempotency-key': uuidv7() }
  const sent = await race(
    trial,
    'one message under one key',
    N,
    times(N, () => send(client, 'POST', path, { message: 'Hello' }, key)),
  )
  const ids = new Set(await Promise.all(sent.map(async (a) => ((await a.json()) as { id: string }).id)))
  trial.must(ids.size === 1 && sent.length === N, `one message under one key became ${ids.size}`)
  const id = uuidv7()
  await race(
    trial,
    'one message under one id',
    N,
    times(N, () => send(client, 'POST', path, { id, message: 'Hello again' })),
  )
  trial.must((await many('FROM chat_messages WHERE thread_id = ?', thread?.id ?? '')) === 2, 'a message is doubled')
  await Promise.all(
    times(10, (i) => (i % 2 ? send(client, 'DELETE', `${path}/${id}`) : send(client, 'PATCH', `${path}/${id}`, { message: 'Edited' }))),
  )
  const [row] = await rows<{ message: string; deleted_at: string | null }>('SELECT message, deleted_at FROM chat_messages WHERE id = ?', id)
  trial.must(row?.deleted_at !== null && row?.message === '', `a deleted message says ${row?.message}`)
  const hook = await send(bookkeeper, 'POST', '/api/webhooks', { url: 'http://127.0.0.1:9/', events: ['created'] })
  const webhook = (await hook.json()) as { id: string }
  const tested = (await (await send(bookkeeper, 'POST', `/api/webhooks/${webhook.id}/test`)).json()) as { id: string }
  await race(
    trial,
    'sending a webhook again',
    N,
    times(N, () => send(bookkeeper, 'POST', `/api/webhooks/deliveries/${tested.id}/resend`)),
  )
  trial.must((await many('FROM webhook_deliveries WHERE endpoint_id = ?', webhook.id)) === 1, 'a delivery sent again became two')
  await race(
    trial,
    'removing a webhook',
    1,
    times(N, () => send(bookkeeper, 'DELETE', `/api/webhooks/${webhook.id}`)),
  )
  const hooks = times(N, (i) => send(bookkeeper, 'POST', '/api/webhooks', { url: `http://127.0.0.1:9/${i}`, events: ['created'] }))
  await race(trial, 'ten webhooks at most', 10, hooks)
  return trial.result('races and checks')
}

/** What must hold in the database whatever happened. */
const INVARIANTS: Record<string, string> = {
  'an approved section without who and when':
    "FROM book_client_workforms WHERE status = 'approved' AND (approved_at IS NULL OR approved_by IS NULL OR core_status <> 'approved')",
  'a section that is not approved and says who approved it':
    "FROM book_client_workforms WHERE core_status = 'waiting' AND (approved_at IS NOT NULL OR approved_by IS NOT NULL)",
  'a section twice': 'FROM (SELECT 1 FROM book_client_workforms GROUP BY client_id, workform_id, section_name HAVING count(*) > 1)',
  'two threads with one client': 'FROM (SELECT 1 FROM chat_threads GROUP BY bookkeeper_id, client_id HAVING count(*) > 1)',
  'an assignment without its submission':
    'FROM book_client_workforms a WHERE NOT EXISTS (SELECT 1 FROM book_form_submissions s WHERE s.id = a.submission_id)',
  'a profile without its account': 'FROM profiles p WHERE NOT EXISTS (SELECT 1 FROM auth_users u WHERE u.id = p.id)',
  'a broken reference': 'FROM pragma_foreign_key_check',
  'an event under two ids': "FROM (SELECT 1 FROM audit_log WHERE action = 'section.submitted' GROUP BY subject_id, at HAVING count(*) > 1)",
}

async function afterwards({ bookkeeper }: Work): Promise<Attack> {
  const trial = new Trial('the database agrees with itself afterwards')
  for (const [what, sql] of Object.entries(INVARIANTS)) trial.must((await many(sql)) === 0, what)
  const verdict = (await (await send(bookkeeper, 'POST', '/api/audit/verify', {})).json()) as { ok?: boolean; broken?: unknown }
  trial.must(!JSON.stringify(verdict).includes('"broken":{'), `the trail does not verify: ${JSON.stringify(verdict)}`)
  return trial.result('invariants')
}

/** The attacks of this part. */
export async function attackRaces({ url }: { url: string }): Promise<Attack[]> {
  portal = url
  return [await sections(), await drafts(), await clients(), await accounts(), await messages(), await afterwards(await newWork())]
}
