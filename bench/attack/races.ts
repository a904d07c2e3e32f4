import type { Challenge, Enrollment } from '@portal/contract/factors'
import { uuidv7 } from '../../worker/src/ids.ts'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import {
  good,
  mailedCode,
  newRecord,
  newSignUp,
  nextMail,
  post,
  registered,
  tokenIn,
} from '../../worker/src/testing/accounts.ts'
import { appCode, signedIn } from '../../worker/src/testing/factors.ts'
import { newBookkeeper, newClient, unique } from '../../worker/src/testing/portal.ts'
import { decide, draft, newWork, pdf, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { createdClient, newWorkform, send, textField } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countAudit, countRows, threadOf, versionOf } from './lib/database.ts'
import { addClient } from './lib/people.ts'
import { atOnce, drain } from './lib/requests.ts'

/** State changes requested many times at once: one takes effect, and the database stays consistent. */

async function expectRows(t: Trial, count: number, from: string, ...args: string[]): Promise<void> {
  const actual = await countRows(from, ...args)
  t.check(actual === count, `${actual} instead of ${count} rows of ${from}`)
}

const AUDITED = 'audit_log WHERE action = ? AND subject_id = ?'

attack('sections: submit, decide, undo', async (t) => {
  const { bookkeeper, client, first, second } = await newWork()
  const answers = { name: 'Ann' }
  const seen = await versionOf(first.id)
  await t.race('submitting a section', () => submit(client, first.id, answers, seen))
  await expectRows(t, 1, AUDITED, 'section.submitted', first.id)
  const received = "book_client_notifications WHERE client_id = ? AND recipient_type = 'bookkeeper'"
  t.check((await countRows(received, client.clientId)) <= 1, 'one submission notifies more than once')

  const version = await versionOf(first.id)
  await t.race('approving and rejecting a section', (i) =>
    decide(bookkeeper, i % 2 ? 'approve' : 'reject', first.id, { version, ...(i % 2 ? {} : { reason: 'No' }) }),
  )
  const approvals = await countAudit('doc_approved', first.id)
  const rejections = await countAudit('doc_rejected', first.id)
  t.check(approvals + rejections === 1, `${approvals} approvals and ${rejections} rejections of one submission`)
  if (rejections) {
    await drain(submit(client, first.id, answers))
    await drain(decide(bookkeeper, 'approve', first.id, { version: await versionOf(first.id) }))
  }
  const approved = await versionOf(first.id)
  await t.race('undoing an approval', () => decide(bookkeeper, 'undo', first.id, { version: approved }))
  await expectRows(t, 1, AUDITED, 'section.approval_undone', first.id)

  const [key, unchanged] = [uuidv7(), await versionOf(second.id)]
  const submitWithKey = () => submit(client, second.id, { note: 'Hello' }, unchanged, key)
  const repeats = await t.race('submitting with one idempotency key', submitWithKey, { winners: 20 })
  t.check(repeats.length === 20, `${repeats.length} of 20 requests with one key were answered`)
  await expectRows(t, 1, AUDITED, 'section.submitted', second.id)
})

attack('drafts and files against submit, edit and removal', async (t) => {
  const { client, first } = await newWork()
  await t.race('saving a draft on two devices', (i) => draft(client, first.id, { name: `Ann ${i}` }, 0))
  const file = await uploaded(client, first.id, 'a.pdf')
  const seen = await versionOf(first.id)
  const removeFile = () => drain(send(client, 'DELETE', `/api/portal/files/${file.id}`))
  await Promise.all([drain(submit(client, first.id, { name: 'Ann', scan: [file] }, seen)), atOnce(5, removeFile)])
  const lost = `book_form_submissions WHERE id = ?1 AND instr(data, ?2)
    AND NOT EXISTS (SELECT 1 FROM files WHERE id = ?2 AND state = 'stored')`
  await expectRows(t, 0, lost, first.submission_id, file.id)

  const removed = await newWork()
  const version = await versionOf(removed.first.id)
  const workform = `/api/clients/${removed.client.clientId}/workforms/${removed.workform.id}`
  const changes = [
    () => submit(removed.client, removed.first.id, { name: 'Ann' }, version),
    () => send(removed.bookkeeper, 'DELETE', workform),
    () => draft(removed.client, removed.first.id, { name: 'Bob' }, 0),
  ]
  await Promise.all(changes.map((change) => atOnce(5, () => drain(change()))))
  await expectRows(t, 0, 'book_client_workforms WHERE client_id = ?', removed.client.clientId)
  await expectRows(t, 0, 'book_form_submissions WHERE id = ?', removed.first.submission_id)
  await expectRows(t, 0, 'section_drafts WHERE assignment_id = ?', removed.first.id)
})

attack('completing one upload', async (t) => {
  const { client, first } = await newWork()
  const body = pdf()
  const announced = { field: 'scan', name: 'b.pdf', size: body.size }
  const { id } = await good<{ id: string }>(send(client, 'POST', `/api/portal/sections/${first.id}/uploads`, announced))
  await drain(client.fetch(`/api/uploads/${id}/parts/1`, { method: 'PUT', body }))
  const complete = () => send(client, 'POST', `/api/uploads/${id}/complete`, {})
  const files = await t.race<{ id: string }>('completing an upload', complete, { winners: 20 })
  t.check(new Set(files.map((file) => file.id)).size === 1, 'one upload became several files')
  await expectRows(t, 1, "files WHERE client_id = ? AND state = 'stored'", client.clientId)
})

attack('clients, workforms and assignments', async (t) => {
  const bookkeeper = await newBookkeeper()
  const email = `${unique('raced')}@example.com`
  await t.race('adding a client', () => addClient(bookkeeper, { email }))
  await expectRows(t, 1, 'book_invitations WHERE email = ?', email)
  const client = await createdClient(bookkeeper)
  const edit = { email: client.email, phone: '1', company: null, status: 'active', updated_at: client.updated_at }
  await t.race('editing a client', (i) =>
    send(bookkeeper, 'PATCH', `/api/clients/${client.id}`, { ...edit, name: `Ann ${i}` }),
  )

  const workform = await newWorkform(bookkeeper)
  const due = [{ client_id: client.id, due_date: '2999-01-01' }]
  const assign = () => send(bookkeeper, 'POST', '/api/assignments', { workform_id: workform.id, clients: due })
  await t.race('assigning a workform', assign, { winners: 20 })
  const assignments = 'book_client_workforms WHERE client_id = ?'
  await expectRows(t, 2, assignments, client.id)
  await expectRows(t, 1, `book_form_submissions WHERE id IN (SELECT submission_id FROM ${assignments})`, client.id)
  await t.race('editing a workform', (i) =>
    send(bookkeeper, 'PATCH', `/api/workforms/${workform.id}`, {
      name: 'Form',
      fields: [textField('a', 'First'), textField(`b${i}`, 'Second')],
      version: workform.version,
    }),
  )
  const unassign = () => send(bookkeeper, 'DELETE', `/api/clients/${client.id}/workforms/${workform.id}`)
  await t.race('removing an assignment', unassign)

  const deletions: Response[] = []
  await t.race(
    'assigning to a client and deleting the client',
    async (i) => {
      if (i % 2) return assign()
      const deletion = await send(bookkeeper, 'DELETE', `/api/clients/${client.id}`)
      deletions.push(deletion)
      return deletion
    },
    { winners: 20 },
  )
  if (deletions.some(({ ok }) => ok)) await expectRows(t, 0, assignments, client.id)
  const other = await newWork()
  await t.race('deleting a workform', () => send(other.bookkeeper, 'DELETE', `/api/workforms/${other.workform.id}`))
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
  const code = await mailedCode(email, 'signup')
  const checkCode = () => post('/api/auth/client/code/check', { email, purpose: 'signup', code })
  await t.race('using a code', checkCode, { times: 5 })

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

attack('messages and webhooks', async (t) => {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const thread = await threadOf(client.clientId)
  const path = `/api/chat/threads/${thread}/messages`
  const key = { 'idempotency-key': uuidv7() }
  const sendWithKey = () => send(client, 'POST', path, { message: 'Hello' }, key)
  const sent = await t.race<{ id: string }>('sending with one idempotency key', sendWithKey, { winners: 20 })
  t.check(new Set(sent.map(({ id }) => id)).size === 1 && sent.length === 20, 'one key sent several messages')
  const id = uuidv7()
  const sendWithId = () => send(client, 'POST', path, { id, message: 'Hello again' })
  await t.race('sending with one id', sendWithId, { winners: 20 })
  await expectRows(t, 2, 'chat_messages WHERE thread_id = ?', thread)
  await atOnce(10, (i) =>
    drain(send(client, i % 2 ? 'DELETE' : 'PATCH', `${path}/${id}`, i % 2 ? undefined : { message: 'Edited' })),
  )
  await expectRows(t, 1, "chat_messages WHERE id = ? AND deleted_at IS NOT NULL AND message = ''", id)

  const hook = { url: 'http://127.0.0.1:9/', events: ['created'] }
  const webhook = await good<{ id: string }>(send(bookkeeper, 'POST', '/api/webhooks', hook))
  const delivery = await good<{ id: string }>(send(bookkeeper, 'POST', `/api/webhooks/${webhook.id}/test`))
  const resend = () => send(bookkeeper, 'POST', `/api/webhooks/deliveries/${delivery.id}/resend`)
  await t.race('sending a delivery again', resend, { winners: 20 })
  await expectRows(t, 1, 'webhook_deliveries WHERE endpoint_id = ?', webhook.id)
  await t.race('removing a webhook', () => send(bookkeeper, 'DELETE', `/api/webhooks/${webhook.id}`))
  await t.race(
    'adding more than ten webhooks',
    (i) => send(bookkeeper, 'POST', '/api/webhooks', { ...hook, url: `${hook.url}${i}` }),
    { winners: 10 },
  )
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
  const { bookkeeper } = await newWork()
  for (const [what, from] of Object.entries(INCONSISTENT)) t.check((await countRows(from)) === 0, what)
  const verified = await drain(send(bookkeeper, 'POST', '/api/audit/verify', {}))
  t.check(!verified.includes('"broken":{'), `the audit log does not verify: ${verified}`)
})
