import type { Challenge, Enrollment } from '@portal/contract/factors'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import {
  good,
  mailedCode,
  newDevice,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { appCode, signedIn } from '../../worker/src/testing/factors.ts'
import { operatorCode } from '../../worker/src/testing/operators.ts'
import { newBookkeeper } from '../../worker/src/testing/portal.ts'
import { decide, decided, draft, newWork, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { createdClient, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'
import { OPERATORS } from './lib/target.ts'

/**
 * State changes requested many times at once: one takes effect, and the database stays consistent. What a repeated
 * `Idempotency-Key` does is tested in `worker/src`.
 */

async function expectRows(t: Trial, count: number, from: string, ...args: string[]): Promise<void> {
  const actual = await countRows(from, ...args)
  t.check(actual === count, `${actual} instead of ${count} rows of ${from}`)
}

const AUDITED = 'audit_log WHERE action = ? AND subject_id = ?'

attack('sections, clients and workforms', async (t) => {
  const [{ bookkeeper, client, first, second }, other] = [await newWork(), await newWork()]
  await t.race('submitting a section', () => submit(client, first.id, { name: 'Ann' }, 0))
  await expectRows(t, 1, AUDITED, 'section.submitted', first.id)
  await t.race('approving and rejecting it', (i) =>
    decide(bookkeeper, i % 2 ? 'approve' : 'reject', first.id, { version: 1, ...(i % 2 ? {} : { reason: 'No' }) }),
  )
  await expectRows(t, 1, "audit_log WHERE action IN ('doc_approved', 'doc_rejected') AND subject_id = ?", first.id)
  await t.race('saving a draft', (i) => draft(client, second.id, { note: `Draft ${i}` }, 0))
  await decided(other.bookkeeper, 'approve', other.first.id, { version: 0 })
  await t.race('undoing an approval', () => decide(other.bookkeeper, 'undo', other.first.id, { version: 1 }))
  await expectRows(t, 1, AUDITED, 'section.approval_undone', other.first.id)
  const assignment = `/api/clients/${other.client.clientId}/workforms/${other.workform.id}`
  await t.race('removing an assignment', () => send(other.bookkeeper, 'DELETE', assignment))
  await expectRows(t, 0, 'book_client_workforms WHERE client_id = ?', other.client.clientId)
  await t.race('deleting a workform', () => send(other.bookkeeper, 'DELETE', `/api/workforms/${other.workform.id}`))

  const { id, email, updated_at } = await createdClient(bookkeeper)
  const edit = { email, phone: '1', company: null, status: 'active', updated_at }
  const path = `/api/clients/${id}`
  await t.race('editing a client', (i) => send(bookkeeper, 'PATCH', path, { ...edit, name: `Ann ${i}` }))
  await t.race('saving notes', (i) => send(bookkeeper, 'PUT', `${path}/notes`, { text: `Note ${i}`, version: 0 }))
})

attack('webhooks', async (t) => {
  const bookkeeper = await newBookkeeper()
  const add = (i: number) =>
    send(bookkeeper, 'POST', '/api/webhooks', { url: `http://127.0.0.1:9/${i}`, events: ['created'] })
  const { id } = await t.accepts<{ id: string }>('a webhook', add(0))
  const test = send(bookkeeper, 'POST', `/api/webhooks/${id}/test`)
  const resend = `/api/webhooks/deliveries/${(await t.accepts<{ id: string }>('a test', test)).id}/resend`
  await t.race('sending a delivery again', () => send(bookkeeper, 'POST', resend), { winners: 20 })
  await expectRows(t, 1, 'webhook_deliveries WHERE endpoint_id = ?', id)
  await t.race('adding more than ten', add, { winners: 9 })
  await t.race('removing one', () => send(bookkeeper, 'DELETE', `/api/webhooks/${id}`))
})

attack('accounts: sign-up, confirmation, codes, sessions, second factors', async (t) => {
  const person = newSignUp()
  await t.race('signing up', () => post('/api/auth/sign-up', person), { times: 5 })
  await expectRows(t, 1, 'auth_users WHERE email = ?', person.email)
  const links = "email_links JOIN auth_users u ON u.id = user_id WHERE u.email = ? AND purpose = 'confirm'"
  await expectRows(t, 1, links, person.email)
  const token = tokenIn(await nextMail(person.email, 'Confirm your email address'), 'confirm')
  await t.race('confirming an address', () => post('/api/auth/confirm', { token }))
  const { email } = await newRecord(await newBookkeeper())
  const code = { email, purpose: 'signup', code: await mailedCode(email, 'signup') }
  await t.race('using a code', () => post('/api/auth/client/code/check', code), { times: 5 })
  const [operator = ''] = OPERATORS
  const device = newDevice()
  const operatorCodeOf = { email: operator, code: await operatorCode(operator, device) }
  await t.race("using an operator's code", () => post('/api/auth/operator/sign-in', operatorCodeOf, device))
  await expectRows(t, 1, 'operator_sessions WHERE email = ?', operator)

  const owner = await registered()
  const [here, there] = [await signedIn(owner), await signedIn(owner)]
  const call = (method: string, path: string, body?: unknown) => ask(here.access_token, method, path, body)
  await t.race('ending a session', () => call('DELETE', `/api/auth/sessions/${there.session_id}`))
  await expectRows(t, 1, AUDITED, 'session.revoked', there.user.id)
  const factor = await good<Enrollment>(call('POST', '/api/auth/factors', { password: owner.password }))
  const path = `/api/auth/factors/${factor.id}`
  const { challenge } = await good<Challenge>(call('POST', `${path}/challenge`, {}))
  const verify = () => post(`${path}/verify`, { challenge, code: appCode(factor.secret) })
  await t.race('turning on a second factor', verify, { times: 5 })
  await expectRows(t, 10, 'recovery_codes WHERE user_id = ?', here.user.id)
  const change = (i: number) => ({ current_password: owner.password, new_password: `changed-${i}-Password` })
  await t.race('changing a password', (i) => call('POST', '/api/auth/password/change', change(i)), { times: 4 })
})

attack('a file removed while its section is submitted', async (t) => {
  const { client, first } = await newWork()
  const file = await uploaded(client, first.id, 'a.pdf')
  const remove = () => drain(send(client, 'DELETE', `/api/portal/files/${file.id}`))
  await Promise.all([drain(submit(client, first.id, { name: 'Ann', scan: [file] }, 0)), atOnce(5, remove)])
  const lost = `book_form_submissions WHERE id = ?1 AND instr(data, ?2)
    AND NOT EXISTS (SELECT 1 FROM files WHERE id = ?2 AND state = 'stored')`
  await expectRows(t, 0, lost, first.submission_id, file.id)
})

attack('an assignment removed while it is filled in', async (t) => {
  const { bookkeeper, client, workform, first } = await newWork()
  const changes = [
    () => submit(client, first.id, { name: 'Ann' }, 0),
    () => send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`),
    () => draft(client, first.id, { name: 'Bob' }, 0),
  ]
  await Promise.all(changes.map((change) => atOnce(5, () => drain(change()))))
  await expectRows(t, 0, 'book_client_workforms WHERE client_id = ?', client.clientId)
  await expectRows(t, 0, 'book_form_submissions WHERE id = ?', first.submission_id)
  await expectRows(t, 0, 'section_drafts WHERE assignment_id = ?', first.id)
})

/** Rows that must never exist. */
const INCONSISTENT: Record<string, string> = {
  'an approved section without approver and date': `book_client_workforms WHERE status = 'approved'
      AND (approved_at IS NULL OR approved_by IS NULL OR core_status <> 'approved')`,
  'a waiting section with approver or date':
    "book_client_workforms WHERE core_status = 'waiting' AND (approved_at IS NOT NULL OR approved_by IS NOT NULL)",
  'a duplicate section':
    '(SELECT 1 FROM book_client_workforms GROUP BY client_id, workform_id, section_name HAVING count(*) > 1)',
  'two threads with one client': '(SELECT 1 FROM chat_threads GROUP BY bookkeeper_id, client_id HAVING count(*) > 1)',
  'an assignment without its submission':
    'book_client_workforms a WHERE NOT EXISTS (SELECT 1 FROM book_form_submissions s WHERE s.id = a.submission_id)',
  'a profile without its account': 'profiles p WHERE NOT EXISTS (SELECT 1 FROM auth_users u WHERE u.id = p.id)',
  'a broken reference': 'pragma_foreign_key_check',
  'a submission logged twice':
    "(SELECT 1 FROM audit_log WHERE action = 'section.submitted' GROUP BY subject_id, at HAVING count(*) > 1)",
}

attack('the database is consistent afterwards', async (t) => {
  const bookkeeper = await newBookkeeper()
  for (const [what, from] of Object.entries(INCONSISTENT)) t.check((await countRows(from)) === 0, what)
  const verified = await drain(send(bookkeeper, 'POST', '/api/audit/verify', {}))
  t.check(!verified.includes('"broken":{'), `the audit log does not verify: ${verified}`)
})
