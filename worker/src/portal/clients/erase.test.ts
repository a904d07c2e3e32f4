import type { AuditPage, AuditVerdict } from '@portal/contract/audit'
import type { ClientDetail } from '@portal/contract/clients'
import type { SectionHistory } from '@portal/contract/review'
import { expect, it } from 'vitest'
import { good, post, signedUpClient } from '../../testing/accounts.ts'
import { allRoutes, pathOf } from '../../testing/access-routes.ts'
import { BODIES, QUERIES } from '../../testing/access-rules.ts'
import { ask, newAccessFixture } from '../../testing/access-fixture.ts'
import { afterPause, say } from '../../testing/digests.ts'
import { mailsTo, newBookkeeper, unique } from '../../testing/portal.ts'
import {
  decided,
  delivered,
  draft,
  flag,
  mark,
  newWork,
  sendBack,
  submit,
  submitAll,
  upload,
  uploaded,
} from '../../testing/sections.ts'
import { openTab } from '../../testing/tab.ts'
import { change, createdClient, get, rows, send } from '../../testing/work.ts'

const SSN = '078-05-1120'

/** Returns the tables in which any column of a row contains the text. */
async function tablesContaining(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      AND sql NOT LIKE 'CREATE VIRTUAL%'`,
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', name)
      const any = columns.map((c) => `instr(CAST("${c.name}" AS TEXT), ?) > 0`).join(' OR ')
      return (await rows(`SELECT 1 FROM "${name}" WHERE ${any} LIMIT 1`, ...columns.map(() => text))).length > 0
        ? [name]
        : []
    }),
  )
  return found.flat().toSorted()
}

async function verifyAuditLog(caller: Parameters<typeof send>[0]): Promise<AuditVerdict> {
  let verdict: AuditVerdict | undefined
  await expect
    .poll(async () => {
      verdict = await good<AuditVerdict>(send(caller, 'POST', '/api/audit/verify', {}))
      return (
        await rows(
          `SELECT 1 FROM audit_log WHERE firm_id = (SELECT firm_id FROM profiles WHERE id = ?) AND hash IS NULL`,
          caller.userId,
        )
      ).length
    })
    .toBe(0)
  return verdict as AuditVerdict
}

it('shows the rejected answers of a client, which the audit log stores only as ciphertext', async () => {
  const { bookkeeper, client, first } = await newWork()
  await good(submit(client, first.id, { name: SSN }))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: `${SSN} is no name` })
  const [entry] = await rows<{ detail: string }>(
    `SELECT detail FROM audit_log WHERE action = 'doc_rejected' AND subject_id = ?`,
    first.id,
  )
  expect(entry?.detail).not.toContain(SSN)
  const history = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
  expect(history.items[0]).toMatchObject({ text: `${SSN} is no name`, answers: [{ answer: SSN }] })
  const { items } = await get<AuditPage>(bookkeeper, `/api/audit?client=${client.clientId}&kind=section`)
  expect(items[0]?.detail).toMatchObject({ reason: `${SSN} is no name`, answers: { name: SSN } })
  expect(await (await bookkeeper.fetch('/api/audit/export')).text()).toContain(SSN)
})

it('creates one key when two sections of a client are rejected at the same time', async () => {
  const { bookkeeper, client, first, second } = await newWork()
  await good(submit(client, first.id, { name: 'One' }))
  await good(submit(client, second.id, { note: 'Two' }))
  await Promise.all([first, second].map(({ id }) => decided(bookkeeper, 'reject', id, { version: 1, reason: 'No' })))
  for (const [id, answer] of [
    [first.id, 'One'],
    [second.id, 'Two'],
  ] as const) {
    const { items } = await get<SectionHistory>(bookkeeper, `/api/sections/${id}/history`)
    expect(items[0]?.answers).toMatchObject([{ answer }])
  }
})

it('erases a deleted client except for what the documentation names, and the audit log still verifies', async () => {
  const { bookkeeper, client, workform, first, second } = await newWork()
  const { email } = client
  const secret = unique('ssn')
  await good(draft(client, second.id, { note: secret }, 0))
  await uploaded(client, first.id, `${secret}.pdf`)
  await good(upload(client, first.id, 'other.pdf', new Blob([`%PDF-1.7\n${secret}\n%%EOF\n`])))
  await good(
    send(client, 'POST', `/api/portal/sections/${first.id}/uploads`, {
      field: 'scan',
      name: 'open.pdf',
      size: 20_000_000,
    }),
  )
  await good(submit(client, first.id, { name: secret }))
  await decided(bookkeeper, 'reject', first.id, { version: 1, reason: secret })
  // A submission with a replaced file, whose answers were sent back.
  const scan = await uploaded(client, first.id, `${secret}.pdf`)
  const note = { reason: 'not_applicable', note: secret } as const
  await good(submitAll(client, first.id, { answers: { name: secret, scan: [scan] }, non_answers: { mail: note } }, 2))
  const unreadable = { verdict: 'flagged', flag: { reason: 'other', note: secret } } as const
  await good(mark(bookkeeper, first.id, 3, 'scan', unreadable))
  await good(sendBack(bookkeeper, first.id, 3, [flag('scan', 'other', secret)]))
  await good(client.fetch(`/api/portal/files/${scan.id}`, { method: 'DELETE' }))
  await say(client, secret)
  await say(bookkeeper, secret, client.clientId)
  await good(send(bookkeeper, 'PUT', `/api/clients/${client.clientId}/notes`, { text: secret, version: 0 }))
  await post('/api/auth/client/code', { email, purpose: 'recovery' })
  await expect.poll(() => rows('SELECT 1 FROM mail_digests WHERE address = ?', email)).not.toEqual([])
  const tab = openTab(client.token)
  await tab.ready()
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  expect(await tab.closed).toBe(4001)
  await delivered('recipient = ?', `user:${client.userId}`)

  const mails = (await mailsTo(email)).length
  await afterPause(email)
  expect(await mailsTo(email)).toHaveLength(mails)
  const stillThere = await tablesContaining(client.userId)
  for (const table of [
    'files',
    'file_uploads',
    'mail_digests',
    'verification_codes',
    'client_keys',
    'section_drafts',
    'auth_users',
    'sessions',
  ])
    expect(stillThere).not.toContain(table)
  for (const [table, column, value] of [
    ['files', 'firm_id', bookkeeper.firmId],
    ['mail_digests', 'address', email],
    ['verification_codes', 'email', email],
    ['client_keys', 'client_id', client.clientId],
    ['section_drafts', 'assignment_id', second.id],
  ] as const)
    expect(await rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, value), table).toEqual([])
  // What remains: file names in the audit log, paths of removed objects (for a week), mails of a development machine.
  expect(await tablesContaining(secret)).toEqual(['audit_log', 'outbox'])
  expect(await rows(`SELECT DISTINCT action FROM audit_log WHERE instr(detail, ?) > 0`, secret)).toEqual([
    { action: 'file.uploaded' },
    { action: 'file.removed' },
  ])
  expect(await rows(`SELECT DISTINCT kind FROM outbox WHERE instr(payload, ?) > 0`, secret)).toEqual([
    { kind: 'purge' },
  ])

  // Sent mails belong to their readers.
  const naming = ['audit_log', 'dev_mailbox', 'outbox']
  expect((await tablesContaining(client.clientId)).filter((table) => !naming.includes(table))).toEqual([])

  expect(await verifyAuditLog(bookkeeper)).toMatchObject({ broken: null, next: null })
  const { items } = await get<AuditPage>(bookkeeper, '/api/audit?kind=section')
  expect(items.find((e) => e.action === 'doc_rejected')?.detail).toMatchObject({
    evidence: 'Erased with the client.',
    status: 'rejected',
  })
  // A token of the account that is still valid reads nothing.
  const late = openTab(client.token, 0)
  await Promise.race([late.closed, late.ready()]).catch(() => undefined)
  expect(late.events()).toEqual([])
})

it('erases an archived client, who had promised something, with all that names the client', async () => {
  const { bookkeeper, client, workform } = await newWork()
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await good(send(client, 'PUT', `/api/portal/workforms/${workform.id}/commitment`, { day }))
  const archive = { ids: [client.clientId], change: { kind: 'archive' } }
  await good(send(bookkeeper, 'POST', '/api/clients/changes', archive))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  const naming = ['audit_log', 'dev_mailbox', 'outbox']
  expect((await tablesContaining(client.clientId)).filter((table) => !naming.includes(table))).toEqual([])
  expect(await get<object>(bookkeeper, '/api/follow-ups/commitments')).toMatchObject({ items: [] })
  expect(JSON.stringify(await get(bookkeeper, '/api/notifications'))).not.toContain(client.clientId)
})

it('never responds to a deleted account with a server error', async () => {
  const { bookkeeper, client, workform } = await newWork()
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await good(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  expect((await client.fetch('/api/profile')).status).toBe(401)
  const { things } = await newAccessFixture()
  const routes = (await allRoutes()).filter((r) => r.access === 'user' || r.access === 'client')
  for (const route of routes) {
    const body = route.method === 'GET' ? undefined : (BODIES[route.key]?.(things) ?? {})
    const response = await ask(client.token, route.method, pathOf(route, things) + (QUERIES[route.key] ?? ''), body)
    expect(response.status, route.key).toBeLessThan(500)
    await response.body?.cancel()
  }
})

it('leaves the mail of other firms and of the operator to a deleted client’s address', async () => {
  const [bookkeeper, stranger] = [await newBookkeeper(), await newBookkeeper()]
  const client = await signedUpClient(bookkeeper)
  const [moved, replies] = [`${unique('moved')}@example.com`, `${unique('replies')}@example.com`]
  const { name, status, updated_at } = await get<ClientDetail>(bookkeeper, `/api/clients/${client.id}`)
  await good(send(bookkeeper, 'PATCH', `/api/clients/${client.id}`, { name, status, updated_at, email: moved }))
  await good(send(bookkeeper, 'PUT', '/api/firm-mail/sender', { sender_name: '', reply_to: replies }))
  const theirs = [moved, replies, 'operator@example.com']
  for (const email of theirs) {
    const { id } = await createdClient(stranger, { email })
    // A mail that the provider refused.
    await change(
      `INSERT INTO outbox (id, recipient, kind, payload, created_at, next_at, dead_at)
        VALUES (?, ?, 'mail', '{}', ?, '9999', ?)`,
      unique('mail'),
      `mail:${email}`,
      ...Array.from({ length: 2 }, () => new Date().toISOString()),
    )
    await good(send(stranger, 'DELETE', `/api/clients/${id}`))
  }
  const left = await rows(
    `SELECT recipient FROM outbox WHERE next_at = '9999' AND recipient IN (${theirs.map(() => '?').join()})
      ORDER BY seq`,
    ...theirs.map((email) => `mail:${email}`),
  )
  expect(left).toEqual(theirs.map((email) => ({ recipient: `mail:${email}` })))
})
