import { MAX_OPEN_UPLOADS } from '@portal/contract/limits'
import type { PortalSectionDetail } from '@portal/contract/client-portal'
import { issueToken } from '../../worker/local/remote-token.ts'
import { newBookkeeper, unique } from '../../worker/src/testing/portal.ts'
import { decide, draft, newWork, opened, submit, uploaded } from '../../worker/src/testing/sections.ts'
import { get, rows, send } from '../../worker/src/testing/work.ts'
import { type Attack, Trial } from './attack.ts'
import type { Target } from './lib/target.ts'

/** What is lost, kept or doubled against a person's will. */

const drain = (answer: Response): Promise<string> => answer.text()

/** An edit of the workform, an approval in vain, a key used twice: nothing of the client's work may go. */
async function work(): Promise<Attack> {
  const trial = new Trial("a client's work: lost by an edit, locked by an approval")
  const moved = await newWork()
  await draft(moved.client, moved.second.id, { note: 'my words' }, 0).then(drain)
  await uploaded(moved.client, moved.first.id, 'pass.pdf')
  const { fields, version } = moved.workform
  const moves: Record<string, string> = { note: 'Third', scan: 'Fourth' }
  const into = fields.map((field) => ({ ...field, section: moves[field.id] ?? field.section }))
  const edited = await send(moved.bookkeeper, 'PATCH', `/api/workforms/${moved.workform.id}`, {
    name: moved.workform.name,
    fields: into,
    version,
  })
  trial.must(edited.ok, `editing the workform answers ${edited.status} ${await edited.text()}`)
  const left = await rows<{ id: string }>(
    'SELECT id FROM book_client_workforms WHERE client_id = ?',
    moved.client.clientId,
  )
  const sections = await Promise.all(left.map(({ id }) => opened(moved.client, id)))
  const text = JSON.stringify(sections satisfies PortalSectionDetail[])
  trial.must(text.includes('my words'), "moving a field to another section destroys a client's draft")
  trial.must(text.includes('pass.pdf'), "moving a field to another section destroys a client's file")

  const empty = await newWork([{ id: 'note', name: 'Note', section: 'Only' }])
  const approved = await decide(empty.bookkeeper, 'approve', empty.first.id, { version: empty.first.version })
  const { version: seen = 0 } = approved.ok ? ((await approved.json()) as { version?: number }) : {}
  await decide(empty.bookkeeper, 'undo', empty.first.id, { version: seen }).then(drain)
  const sent = await submit(empty.client, empty.first.id, { note: 'here it is' })
  trial.must(
    sent.ok,
    `approving and undoing an empty section locks the client out: ${sent.status} ${await sent.text()}`,
  )

  const bookkeeper = await newBookkeeper()
  const key = { 'idempotency-key': unique('key') }
  const create = (name: string) =>
    send(bookkeeper, 'POST', '/api/clients', { name, email: `${unique('keyed')}@example.com`, phone: '1' }, key)
  trial.must((await create('Ann')).ok, 'a request with a key fails')
  await trial.refused('the same key with another body', create('Ben'))
  return trial.result('checks')
}

/** What is left of somebody who was erased. */
async function erasure(): Promise<Attack> {
  const trial = new Trial('what is left of a client who was erased')
  const { bookkeeper, client, workform, first } = await newWork()
  const secret = '078-05-1120'
  await uploaded(client, first.id, 'card.pdf')
  await submit(client, first.id, { name: secret }).then(drain)
  const [seen] = await rows<{ version: number }>('SELECT version FROM book_client_workforms WHERE id = ?', first.id)
  const rejected = await decide(bookkeeper, 'reject', first.id, { version: seen?.version ?? 0, reason: 'Wrong field' })
  trial.must(rejected.ok, `rejecting answers ${rejected.status} ${await rejected.text()}`)
  const inLog = async () =>
    (await rows('SELECT 1 FROM audit_log WHERE firm_id = ? AND detail LIKE ?', bookkeeper.firmId, `%${secret}%`)).length
  trial.must((await inLog()) === 0, 'a number typed by mistake stays in the audit log in clear')
  await send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`).then(drain)
  const deleted = await send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`)
  trial.must(deleted.ok, `deleting answers ${deleted.status} ${await deleted.text()}`)
  for (const table of ['files', 'uploads', 'mail_digests', 'verification_codes']) {
    const columns = await rows<{ name: string }>('SELECT name FROM pragma_table_info(?)', table)
    const column = columns.find(({ name }) => name === 'client_id')?.name
    const found = column ? await rows(`SELECT 1 FROM ${table} WHERE ${column} = ?`, client.clientId) : []
    trial.must(found.length === 0, `${found.length} rows of ${table} outlive the client`)
  }
  const profile = await client.fetch('/api/profile')
  trial.must(profile.status < 500, `the profile of an erased client answers ${profile.status}`)
  await drain(profile)
  return trial.result('checks')
}

/** A client is deleted while the bookkeeper sends them as many files as may be under way at once. */
async function uploads(): Promise<Attack> {
  const trial = new Trial("a deleted client's uploads")
  const { bookkeeper, client, workform } = await newWork()
  const { items } = await get<{ items: { id: string }[] }>(bookkeeper, `/api/chat/threads?client=${client.clientId}`)
  for (let i = 0; i < MAX_OPEN_UPLOADS; i++) {
    const begun = await send(bookkeeper, 'POST', `/api/chat/threads/${items[0]?.id}/uploads`, {
      name: `part-${i}.pdf`,
      size: 20_000_000,
    })
    trial.must(begun.ok, `an upload cannot begin: ${begun.status}`)
    await drain(begun)
  }
  await send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}/workforms/${workform.id}`).then(drain)
  const deleted = await send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`)
  trial.must(deleted.ok, `deleting answers ${deleted.status} ${await deleted.text()}`)
  const begun = await send(bookkeeper, 'POST', '/api/templates/uploads', {
    name: 'form.pdf',
    size: 20_000_000,
    screen: 'assign',
  })
  trial.must(begun.ok, `no upload can begin after a client was deleted: ${begun.status} ${await begun.text()}`)
  return trial.result('checks')
}

/** A token for previews, as unreviewed code in a pull request has it. */
async function remotes({ url, databaseUrl }: Target): Promise<Attack> {
  const trial = new Trial('what is live, with a token for previews')
  const token = await issueToken({ url: databaseUrl }, 'mf-clients', { scope: 'preview' })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (const [method, path, body] of [
    ['POST', 'versions/1.0.0/live', '{}'],
    ['POST', 'rollback', '{}'],
    ['DELETE', 'live', undefined],
    ['POST', 'prune', '{"dry":false,"days":0}'],
  ] as const) {
    const answer = await fetch(new URL(`/api/remotes/mf-clients/${path}`, url), {
      method,
      headers,
      ...(body && { body }),
    })
    await trial.refused(`${method} ${path}`, answer, 'forbidden')
  }
  return trial.result('requests')
}

/** The attacks of this part. */
export async function attackRecords(target: Target): Promise<Attack[]> {
  return [await work(), await erasure(), await uploads(), await remotes(target)]
}
