import type { ChatMessage, ChatMessagesPage, ChatThread } from '@portal/contract/chat'
import type { FileAnswer } from '@portal/contract/fields'
import { MESSAGE_EDIT_MS } from '@portal/contract/limits'
import { describe, expect, it } from 'vitest'
import { type Query, type SqlValue, stamped, toStatement } from '../../platform/db/statement.ts'
import { sweepUnused } from '../files/sweep.ts'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, db, newBookkeeper, newClient, problemOf } from '../../testing/portal.ts'
import { newWork } from '../../testing/sections.ts'
import { change, expectAudit, expectEvent, get, queued, rows, send } from '../../testing/work.ts'
import { isEditable } from '@portal/contract/chat-rules'

const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'

async function conversation() {
  const bookkeeper = await newBookkeeper()
  const client = await newClient(bookkeeper)
  const [thread] = (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items
  const path = `/api/chat/threads/${thread?.id}`
  const say = (who: Caller, body: Record<string, unknown> | string) =>
    good<ChatMessage>(send(who, 'POST', `${path}/messages`, typeof body === 'string' ? { message: body } : body))
  const all = async (who: Caller) => (await get<ChatMessagesPage>(who, `${path}/messages`)).items
  const own = async (who: Caller) =>
    (await get<{ items: ChatThread[] }>(who, `/api/chat/threads?thread=${thread?.id}`)).items[0]
  const put = (who: Caller, name: string, body: string) =>
    who.fetch(`${path}/files?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain' },
    })
  return { bookkeeper, client, id: thread?.id ?? '', path, say, all, own, put }
}

describe('editing a message', () => {
  it('is allowed for exactly five minutes', () => {
    const sent = '2026-11-20T10:00:00.000Z'
    const at = (ms: number) => Date.parse(sent) + ms
    expect([0, MESSAGE_EDIT_MS, MESSAGE_EDIT_MS + 1].map((ms) => isEditable(sent, at(ms)))).toEqual([true, true, false])
  })

  it('changes the text for both sides, marks it as edited, and is allowed only to the sender', async () => {
    const { bookkeeper, client, path, say, all } = await conversation()
    const { id } = await say(bookkeeper, 'Pleese')
    const edit = (who: Caller, message: string) => send(who, 'PATCH', `${path}/messages/${id}`, { message })
    await refused(edit(client, 'Mine'), 'not_found')
    await refused(edit(await newClient(bookkeeper), 'Mine'), 'not_found')
    for (const blank of ['  ', '\u200b', '\u3164', '\u2800']) await refused(edit(bookkeeper, blank), 'invalid_input')
    await refused(edit(bookkeeper, 'x'.repeat(10_001)), 'invalid_input')
    expect(await good(edit(bookkeeper, 'Please'))).toMatchObject({ id, message: 'Please', seq: 1 })
    const [seen] = await all(client)
    expect(seen?.message).toBe('Please')
    expect(seen?.edited_at).not.toBeNull()
    for (const who of [client, bookkeeper]) await expectEvent(who.userId, 'chat.changed', id)
    await expectAudit('message.edited', id)
    expect(await rows('SELECT message FROM book_client_notifications WHERE id = ?', id)).toEqual([
      { message: 'Bea Bookkeeper: Please' },
    ])
    await change(
      'UPDATE chat_messages SET created_at = ? WHERE id = ?',
      new Date(Date.now() - MESSAGE_EDIT_MS - 1).toISOString(),
      id,
    )
    expect(await refused(edit(bookkeeper, 'Late'), 'message_settled')).toMatchObject({
      detail: 'A message can be edited within 5 minutes of sending.',
    })
  })
})

describe('deleting a message', () => {
  it('leaves a placeholder and removes text, file and notification for both sides', async () => {
    const { bookkeeper, client, path, say, all, own, put } = await conversation()
    const file = await good<FileAnswer>(put(bookkeeper, 'secret.pdf', PDF))
    const { id } = await say(bookkeeper, { message: 'A secret', attachments: [file.id] })
    expect((await own(client))?.unread).toBe(1)
    await refused(send(client, 'DELETE', `${path}/messages/${id}`), 'not_found')
    await good(send(bookkeeper, 'DELETE', `${path}/messages/${id}`))
    expect(await good(send(bookkeeper, 'DELETE', `${path}/messages/${id}`))).toMatchObject({ message: '' })
    for (const who of [client, bookkeeper]) {
      expect(await all(who)).toMatchObject([{ id, message: '', attachments: [], about: null }])
      await refused(who.fetch(`/api/files/${file.id}`), 'not_found')
      await expectEvent(who.userId, 'chat.changed', id)
    }
    expect(await own(client)).toMatchObject({
      unread: 0,
      last_message: { message: '', is_deleted: true, attachment: null },
    })
    expect(await rows('SELECT 1 FROM book_client_notifications WHERE client_id = ?', client.clientId)).toEqual([])
    expect(await queued('purge', `files:${client.clientId}`, file.path)).toHaveLength(1)
    await refused(send(bookkeeper, 'PATCH', `${path}/messages/${id}`, { message: 'Back' }), 'message_deleted')
    await expectAudit('message.deleted', id)
  })
})

it('keeps no text of a message that is edited while it is deleted', async () => {
  const { bookkeeper, path, say, all } = await conversation()
  for (let round = 0; round < 5; round++) {
    const { id } = await say(bookkeeper, 'A secret')
    const edit = () => send(bookkeeper, 'PATCH', `${path}/messages/${id}`, { message: 'Another secret' })
    await Promise.all([edit(), send(bookkeeper, 'DELETE', `${path}/messages/${id}`), edit(), edit()])
  }
  expect((await all(bookkeeper)).map(({ message }) => message)).toEqual(['', '', '', '', ''])
})

describe('unread counts', () => {
  it('include unread messages of the other side, which sees delivered and read marks', async () => {
    const { bookkeeper, client, id, path, say, own } = await conversation()
    for (const text of ['one', 'two', 'three']) await say(client, text)
    await say(bookkeeper, 'four')
    const count = (who: Caller) => get(who, '/api/chat/unread')
    expect([await count(bookkeeper), await count(client)]).toEqual([
      { messages: 3, threads: 1 },
      { messages: 1, threads: 1 },
    ])
    await good(send(bookkeeper, 'POST', '/api/chat/delivered'))
    expect(await own(client)).toMatchObject({ last_seq: 4, peer_delivered_seq: 4, peer_read_seq: 0, unread: 1 })
    await expectEvent(client.userId, 'chat.marks', id)
    const read = (seq: number) => good(send(bookkeeper, 'POST', `${path}/read`, { seq }))
    await read(2)
    expect(await own(bookkeeper)).toMatchObject({ unread: 1, read_seq: 2 })
    await read(1)
    expect(await own(client)).toMatchObject({ peer_read_seq: 2 })
    await read(99)
    expect(await own(bookkeeper)).toMatchObject({ unread: 0, read_seq: 4 })
    await say(client, 'five')
    expect(await count(bookkeeper)).toEqual({ messages: 1, threads: 1 })
    await refused(send(await newBookkeeper(), 'POST', `${path}/read`, { seq: 1 }), 'not_found')
  })
})

describe('files of messages', () => {
  it('are checked like any upload, and visible to the other side once they are sent', async () => {
    const { bookkeeper, client, id, say, all, put } = await conversation()
    await refused(put(client, 'run.exe', 'MZ'), 'file_type')
    await refused(put(client, 'a.pdf', 'no pdf'), 'file_content')
    const file = await good<FileAnswer>(put(client, 'letter.pdf', PDF))
    await refused(bookkeeper.fetch(`/api/files/${file.id}`), 'not_found')
    expect((await client.fetch(`/api/files/${file.id}`)).status).toBe(200)
    const others = [await newClient(bookkeeper), await newBookkeeper(bookkeeper.firmId), await newBookkeeper()]
    // Only the person who uploaded a file can send it.
    await refused(send(bookkeeper, 'POST', `/api/chat/threads/${id}/messages`, { attachments: [file.id] }), 'not_found')
    const sent = await say(client, { attachments: [file.id] })
    expect(sent).toMatchObject({
      message: '',
      attachments: [{ id: file.id, name: 'letter.pdf', type: 'application/pdf' }],
    })
    expect(await all(bookkeeper)).toEqual([sent])
    expect(await (await bookkeeper.fetch(`/api/files/${file.id}`)).text()).toBe(PDF)
    for (const other of others) {
      await refused(other.fetch(`/api/files/${file.id}`), 'not_found')
      await refused(put(other, 'letter.pdf', PDF), 'not_found')
    }
    await refused(send(client, 'POST', `/api/chat/threads/${id}/messages`, { attachments: [file.id] }), 'not_found')
    await expectAudit('file.uploaded', file.id)
  })

  it('can be uploaded in parts by either side', async () => {
    const { bookkeeper, client, path } = await conversation()
    for (const who of [bookkeeper, client]) {
      const { id } = await good<{ id: string }>(
        send(who, 'POST', `${path}/uploads`, { name: 'big.pdf', size: PDF.length }),
      )
      await good(who.fetch(`/api/uploads/${id}/parts/1`, { method: 'PUT', body: PDF }))
      expect(await good(send(who, 'POST', `/api/uploads/${id}/complete`, {}))).toMatchObject({
        id,
        name: 'big.pdf',
        size: PDF.length,
      })
      await refused((who === client ? bookkeeper : client).fetch(`/api/uploads/${id}`), 'not_found')
    }
    await refused(send(client, 'POST', `${path}/uploads`, { name: 'big.exe', size: 5 }), 'file_type')
    await refused(
      send(await newClient(bookkeeper), 'POST', `${path}/uploads`, { name: 'big.pdf', size: 5 }),
      'not_found',
    )
  })

  it('are removed after a day when they were never sent', async () => {
    const { client, say, put } = await conversation()
    const [left, kept] = [
      await good<FileAnswer>(put(client, 'left.pdf', PDF)),
      await good<FileAnswer>(put(client, 'kept.pdf', PDF)),
    ]
    await say(client, { attachments: [kept.id] })
    const gone: string[] = []
    const bucket = {
      delete: async (paths: string | string[]) => {
        gone.push(...[paths].flat())
      },
    }
    const run = async (queries: Query[]) => {
      const statements = queries.map((query) => stamped(toStatement(query), ''))
      const results = await db.batch(
        statements.map(({ sql, args }) => ({ sql, args: [...args] })),
        'write',
      )
      return results.map((r) => r.rows as unknown as Record<string, SqlValue>[])
    }
    await sweepUnused(bucket, run, new Date(Date.now() + 20 * 3_600_000))
    expect(gone).not.toContain(left.path)
    await sweepUnused(bucket, run, new Date(Date.now() + 25 * 3_600_000))
    expect(gone).toContain(left.path)
    expect(gone).not.toContain(kept.path)
    await refused(client.fetch(`/api/files/${left.id}`), 'not_found')
  })
})

describe('a message about a section', () => {
  it('keeps the name that the section had, and refuses sections of other clients', async () => {
    const { bookkeeper, client, first, workform } = await newWork()
    const stranger = await newWork()
    const [thread] = (await get<{ items: ChatThread[] }>(client, '/api/chat/threads')).items
    const path = `/api/chat/threads/${thread?.id}`
    const { items } = await get<{ items: { assignment_id: string }[] }>(bookkeeper, `${path}/sections`)
    expect(items.map((s) => s.assignment_id)).toContain(first.id)
    const about = {
      assignment_id: first.id,
      workform_id: workform.id,
      workform_name: workform.name,
      section_name: first.section_name,
    }
    for (const who of [client, bookkeeper]) {
      expect(await good(send(who, 'POST', `${path}/messages`, { message: 'This one', about: first.id }))).toMatchObject(
        { about },
      )
      await refused(send(who, 'POST', `${path}/messages`, { message: 'That', about: stranger.first.id }), 'not_found')
    }
    await refused(stranger.client.fetch(`${path}/sections`), 'not_found')
  })
})

describe('the rate limit for messages', () => {
  it('says how long to wait, and does not apply to retries and to the other side', async () => {
    const { bookkeeper, client, path, say } = await conversation()
    const body = {
      id: '00000000-0000-4000-8000-000000000000'.replace('00000000', Date.now().toString(16).slice(-8)),
      message: 'First',
    }
    await say(client, body)
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, i) => send(client, 'POST', `${path}/messages`, { message: `m${i}` })),
    )
    const refusals = answers.filter((a) => a.status === 429)
    expect(refusals.length).toBeGreaterThan(0)
    expect(Number(refusals[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
    const { detail } = await problemOf(refusals[0] ?? new Response('{}'))
    expect(detail).toMatch(/^You are sending messages too fast\. Please try again in \d+ seconds?\.$/)
    await say(client, body)
    await say(bookkeeper, 'Not me')
  })
})
