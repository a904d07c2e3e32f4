import type { ChangedClients } from '@portal/contract/client-changes'
import {
  MAX_CHANGED_CLIENTS,
  MAX_REMINDED_CLIENTS,
  MAX_SELECTED_CLIENTS,
  TAGS_PER_CLIENT,
} from '@portal/contract/limits'
import type { RemindedClients } from '@portal/contract/reminders'
import { uuidv7 } from '../../worker/src/ids.ts'
import { newBookkeeper, newClient, stranger } from '../../worker/src/testing/portal.ts'
import { assigned, createdClient, day, get, newWorkform, rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { countAudit, countRows, snapshot, threadOf } from './lib/database.ts'
import { atOnce, drain } from './lib/requests.ts'

/** Changes of many clients at once, tags, private notes, saved views, and reminders that a bookkeeper sends. */

const [bookkeeper, colleague, other] = await (async () => {
  const first = await newBookkeeper()
  return [first, await newBookkeeper(first.firmId), await newBookkeeper()] as const
})()
const outsiders = { 'a colleague': colleague, 'another firm': other }
const changeClients = (who: typeof other, ids: readonly string[], change: object, key?: string) =>
  send(who, 'POST', '/api/clients/changes', { ids, change }, key ? { 'idempotency-key': key } : {})
const tagsOf = (clientId: string): Promise<number> => countRows('client_tags WHERE client_id = ?', clientId)

/** Returns the ids of clients who have signed up and have something to fill in. */
async function remindedClients(n: number): Promise<string[]> {
  const workform = await newWorkform(bookkeeper)
  const clients = await Promise.all(Array.from({ length: n }, () => newClient(bookkeeper)))
  const ids = clients.map(({ clientId }) => clientId)
  await assigned(bookkeeper, workform, ids, day(20))
  return ids
}

attack("other bookkeepers' clients in every bulk action", async (t) => {
  const [id = ''] = await remindedClients(1)
  await t.accepts(
    'own notes',
    send(bookkeeper, 'PUT', `/api/clients/${id}/notes`, { text: 'Secret debts', version: 0 }),
  )
  await t.accepts('an own tag', changeClients(bookkeeper, [id], { kind: 'tag', tag: 'Secret tag' }))
  for (const [who, caller] of Object.entries(outsiders)) {
    const changes = await snapshot([id], caller === other ? other.firmId : 'none')
    for (const change of [
      { kind: 'status', status: 'inactive' },
      { kind: 'tag', tag: 'Mine' },
      { kind: 'untag', tag: 'Secret tag' },
      { kind: 'archive' },
      { kind: 'restore' },
    ]) {
      const { results } = await t.accepts<ChangedClients>(who, changeClients(caller, [id], change))
      t.check(
        results.every((r) => !r.ok && !r.changed && r.status === null),
        `${who}: ${JSON.stringify(results)}`,
      )
    }
    const { results } = await t.accepts<RemindedClients>(
      who,
      send(caller, 'POST', '/api/follow-ups/reminders', { ids: [id] }),
    )
    t.check(
      results.every(({ ok }) => !ok),
      `${who} reminds the client`,
    )
    const exported = await drain(send(caller, 'POST', '/api/clients/export', { ids: [id] }))
    t.check(!exported.includes('@example.com'), `${who} exports ${exported}`)
    for (const path of ['notes', 'files'])
      await t.refuses(`${path} by ${who}`, caller.fetch(`/api/clients/${id}/${path}`), 'not_found')
    const found = await drain(caller.fetch('/api/clients?tag=Secret%20tag'))
    t.check(!found.includes(id), `${who} finds the client by tag`)
    // The portal sends collected mails by itself.
    const changed = (await changes()).filter((line) => !/^(?:mail_digests|reply_addresses)/.test(line))
    t.check(changed.length === 0, `${who} changed ${changed.join()}`)
  }
  const seen = await drain(other.fetch('/api/clients/counts'))
  t.check(!seen.includes('Secret tag'), 'another firm sees the tag')
  await t.refuses(
    'a stranger',
    send(stranger, 'POST', '/api/clients/changes', { ids: [id], change: { kind: 'tag', tag: 'x' } }),
  )
})

attack('private notes, for everybody else', async (t) => {
  const client = await newClient(bookkeeper)
  const secret = `Secret ${uuidv7()}`
  const path = `/api/clients/${client.clientId}/notes`
  await t.accepts('saving', send(bookkeeper, 'PUT', path, { text: secret, version: 0 }))
  const thread = await threadOf(client.clientId)
  const paths = [
    '/api/portal/workforms',
    '/api/auth/records',
    '/api/profile',
    '/api/notifications',
    '/api/chat/threads',
    `/api/chat/threads/${thread}/messages`,
  ]
  for (const at of paths) t.check(!(await drain(client.fetch(at))).includes(secret), `the client reads them at ${at}`)
  await t.refuses('the client', client.fetch(path), 'forbidden')
  for (const at of ['/api/clients/export', '/api/audit/export', '/api/audit', '/api/clients'])
    t.check(!(await drain(bookkeeper.fetch(at))).includes(secret), `they are part of ${at}`)
  await t.race('saving one version', (i) => send(bookkeeper, 'PUT', path, { text: `${secret} ${i}`, version: 1 }))
  await t.accepts('deleting the client', send(bookkeeper, 'DELETE', `/api/clients/${client.clientId}`))
  t.check((await countRows('client_notes WHERE client_id = ?', client.clientId)) === 0, 'they are kept after deletion')
  const kept = await rows('SELECT 1 FROM audit_log WHERE detail LIKE ?', `%${secret}%`)
  t.check(kept.length === 0, 'the audit log keeps them')
  await t.refuses(
    'saving for a deleted client',
    send(bookkeeper, 'PUT', path, { text: secret, version: 0 }),
    'not_found',
  )
})

attack('bulk changes at the same time, repeated, and too large', async (t) => {
  const ids = (await Promise.all([1, 2, 3].map(() => createdClient(bookkeeper)))).map(({ id }) => id)
  const [first = ''] = ids
  const key = uuidv7()
  const repeated = await atOnce(12, () => changeClients(bookkeeper, ids, { kind: 'status', status: 'active' }, key))
  t.check(
    repeated.every(({ ok }) => ok),
    'a repeat is refused',
  )
  t.check((await countAudit('client.status_changed', first)) === 1, 'a repeat is recorded again')
  await t.refuses('another change with the key', changeClients(bookkeeper, ids, { kind: 'status', status: 'new' }, key))
  const statuses = ['new', 'active', 'inactive', 'onboarding']
  await atOnce(12, (i) => changeClients(bookkeeper, ids, { kind: 'status', status: statuses[i % 4] }))
  const changed = await countAudit('client.status_changed', first)
  const [{ status } = { status: '' }] = await rows<{ status: string }>(
    'SELECT status FROM book_clients WHERE id = ?',
    first,
  )
  const sql = "SELECT detail FROM audit_log WHERE action = 'client.status_changed' AND subject_id = ? ORDER BY seq"
  const steps = (await rows<{ detail: string }>(sql, first)).map(
    ({ detail }) => JSON.parse(detail) as Record<'from' | 'to', string>,
  )
  t.check(steps.at(-1)?.to === status && steps.length === changed, `the last entry of the log is not ${status}`)
  t.check(
    steps.every(({ from }, i) => i === 0 || from === steps[i - 1]?.to),
    'the log of the status has gaps',
  )
  await atOnce(30, (i) => changeClients(bookkeeper, ids, { kind: 'tag', tag: `Tag ${i}` }))
  for (const id of ids) t.check((await tagsOf(id)) <= TAGS_PER_CLIENT, `a client has ${await tagsOf(id)} tags`)
  const many = (n: number) => Array.from({ length: n + 1 }, () => uuidv7())
  await t.refuses('too many changes', changeClients(bookkeeper, many(MAX_CHANGED_CLIENTS), { kind: 'tag', tag: 'x' }))
  await t.refuses(
    'too many reminders',
    send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: many(MAX_REMINDED_CLIENTS) }),
  )
  await t.refuses(
    'a large export',
    send(bookkeeper, 'POST', '/api/clients/export', { ids: many(MAX_SELECTED_CLIENTS) }),
  )
})

attack('a client reminded again and again', async (t) => {
  const [id = ''] = await remindedClients(1)
  const path = `/api/follow-ups/clients/${id}/reminder`
  const insist = async () => {
    const { subject, text, version } = await get<Record<'subject' | 'text' | 'version', string>>(bookkeeper, path)
    return send(bookkeeper, 'POST', path, { subject, text, version, anyway: true })
  }
  for (let i = 0; i < 5; i++) await atOnce(6, async () => drain(await insist()))
  const sent = await countRows("follow_ups WHERE client_id = ? AND state = 'sent'", id)
  t.check(sent >= 1 && sent <= 3, `${sent} reminders on one day`)
  const messages = await countRows('chat_messages WHERE thread_id = ?', await threadOf(id))
  t.check(messages === sent, `${messages} messages for ${sent} reminders`)
  const [one = '', two = ''] = await remindedClients(2)
  await atOnce(10, () => send(bookkeeper, 'POST', '/api/follow-ups/reminders', { ids: [one, two] }).then(drain))
  for (const client of [one, two])
    t.check(
      (await countRows("follow_ups WHERE client_id = ? AND state = 'sent'", client)) === 1,
      'two bulk reminders are sent',
    )
})
