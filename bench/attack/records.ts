import { MAX_OPEN_UPLOADS } from '@portal/contract/limits'
import { issueToken } from '../../tools/publish/credentials/remote-token.ts'
import {
  decide,
  decided,
  draft,
  newWork,
  opened,
  submit,
  uploaded,
  type Work,
} from '../../worker/src/testing/sections.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { attack, type Trial } from './lib/attack.ts'
import { countRows, threadOf, versionOf } from './lib/database.ts'
import { drain } from './lib/requests.ts'

/** Takes the workform away from the client and deletes the client. */
async function erase(t: Trial, { bookkeeper, client, workform }: Work): Promise<void> {
  await drain(send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`))
  await t.accepts('deleting the client', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
}

attack("a client's work, lost by an edit of the workform", async (t) => {
  const { bookkeeper, client, workform, first, second } = await newWork()
  await drain(draft(client, second.id, { note: 'my words' }, 0))
  await uploaded(client, first.id, 'pass.pdf')
  const { id, name, version } = workform
  const moves: Record<string, string> = { note: 'Third', scan: 'Fourth' }
  const fields = workform.fields.map((field) => ({ ...field, section: moves[field.id] ?? field.section }))
  await t.accepts('the edit', send(bookkeeper, 'PATCH', `/api/workforms/${id}`, { name, fields, version }))
  const sql = 'SELECT id FROM book_client_workforms WHERE client_id = ?'
  const sections = await rows<{ id: string }>(sql, client.clientId)
  const text = JSON.stringify(await Promise.all(sections.map((section) => opened(client, section.id))))
  t.check(text.includes('my words'), "moving a field to another section destroys a client's draft")
  t.check(text.includes('pass.pdf'), "moving a field to another section destroys a client's file")
})

attack('a client locked out by an approval that was undone', async (t) => {
  const { bookkeeper, client, first } = await newWork([{ id: 'note', name: 'Note', section: 'Only' }])
  await drain(decide(bookkeeper, 'approve', first.id, { version: first.version }))
  await drain(decide(bookkeeper, 'undo', first.id, { version: await versionOf(first.id) }))
  await t.accepts('a submission', submit(client, first.id, { note: 'here it is' }))
})

attack('traces of an erased client', async (t) => {
  const work = await newWork()
  const { bookkeeper, client, first } = work
  const secret = '078-05-1120'
  await uploaded(client, first.id, 'card.pdf')
  await drain(submit(client, first.id, { name: secret }))
  await decided(bookkeeper, 'reject', first.id, { version: await versionOf(first.id), reason: 'Wrong field' })
  const logged = await countRows('audit_log WHERE firm_id = ? AND detail LIKE ?', bookkeeper.firmId, `%${secret}%`)
  t.check(logged === 0, 'a number typed by mistake stays in the audit log')
  await erase(t, work)
  for (const table of ['files', 'uploads', 'mail_digests', 'verification_codes']) {
    const hasClient = await countRows("pragma_table_info(?) WHERE name = 'client_id'", table)
    const left = hasClient ? await countRows(`${table} WHERE client_id = ?`, client.clientId) : 0
    t.check(left === 0, `${left} rows of ${table} are left`)
  }
  await t.refuses('the profile', client.fetch('/api/profile'))
})

attack("a deleted client's uploads that still count", async (t) => {
  const work = await newWork()
  const { bookkeeper, client } = work
  const thread = await threadOf(client.clientId)
  const file = { name: 'form.pdf', size: 20_000_000 }
  for (let i = 0; i < MAX_OPEN_UPLOADS; i++)
    await t.accepts('an upload', send(bookkeeper, 'POST', `/api/chat/threads/${thread}/uploads`, file))
  await erase(t, work)
  await t.accepts('an upload', send(bookkeeper, 'POST', '/api/templates/uploads', { ...file, screen: 'assign' }))
})

// Unreviewed code in a pull request has such a token.
attack("a remote's live version, with a token for previews", async (t, { stack }) => {
  const token = await issueToken({ url: stack.sqld.url }, 'mf-clients', { scope: 'preview' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const [method, path, body] of [
    ['POST', 'versions/1.0.0/live', '{}'],
    ['POST', 'rollback', '{}'],
    ['POST', 'canary', '{"version":"1.0.0","percent":5}'],
    ['POST', 'canary/stop', '{"version":"1.0.0"}'],
  ] as const) {
    const response = fetch(`${stack.operatorUrl}/api/remotes/mf-clients/${path}`, { method, headers, body })
    await t.refuses(`${method} ${path}`, response, 'forbidden')
  }
})
