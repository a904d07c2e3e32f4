import type { ClientFilesPage, ClientNotes } from '@portal/contract/client-record'
import { ClientFilesQuery } from '@portal/contract/client-record'
import { beforeAll, describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { mailsTo, newBookkeeper, newClient, type TestBookkeeper, type TestClient } from '../../testing/portal.ts'
import { newWork, submit, uploaded } from '../../testing/sections.ts'
import { change, get, inSteps, rows, send, trips } from '../../testing/work.ts'
import { listClientFiles } from './list-client-files.ts'

describe('the private notes about a client', () => {
  let b: TestBookkeeper
  let c: TestClient
  beforeAll(async () => {
    b = await newBookkeeper()
    c = await newClient(b)
  })
  const path = (): string => `/api/clients/${c.clientId}/notes`
  const save = (text: string, version: number): Promise<Response> => send(b, 'PUT', path(), { text, version })

  it('are empty at first, and keep what was saved', async () => {
    expect(await get(b, path())).toEqual({ text: '', version: 0, updated_at: null })
    const saved = await good<ClientNotes>(save('Prefers calls.\nNever before 10.', 0))
    expect(saved).toMatchObject({ text: 'Prefers calls.\nNever before 10.', version: 1 })
    const read = await b.fetch(path())
    expect(trips(read)).toEqual({ reads: 1, writes: 0 })
    expect(await read.json()).toEqual(saved)
  })

  it('are stored without invisible characters', async () => {
    const { version } = await get<ClientNotes>(b, path())
    const saved = await good<ClientNotes>(save(' Pre\u200bfers\0 calls.\r\nNever before 10. ', version))
    expect(saved.text).toBe('Prefers calls.\nNever before 10.')
  })

  it('are not overwritten when another tab has saved since', async () => {
    const { version } = await get<ClientNotes>(b, path())
    await good(save('From the first tab', version))
    await refused(save('From the second tab', version), 'stale')
    expect(await get(b, path())).toMatchObject({ text: 'From the first tab', version: version + 1 })
    await good(save('Both', version + 1))
  })

  it('stay as they are when the same text is saved again', async () => {
    const before = await get<ClientNotes>(b, path())
    expect(await good(save(before.text, before.version - 1))).toEqual(before)
  })

  it('are never shown to the client, another bookkeeper, or in the audit log', async () => {
    const { version } = await get<ClientNotes>(b, path())
    await good(save('A secret remark', version))
    await refused(c.fetch(path()), 'forbidden')
    for (const other of [await newBookkeeper(b.firmId), await newBookkeeper()]) {
      await refused(other.fetch(path()), 'not_found')
      await refused(send(other, 'PUT', path(), { text: 'Mine', version: version + 1 }), 'not_found')
    }
    expect(await rows(`SELECT 1 FROM audit_log WHERE instr(detail, 'secret remark')`)).toEqual([])
    expect(
      await rows(`SELECT 1 FROM audit_log WHERE action = 'client.notes_changed' AND client_id = ?`, c.clientId),
    ).not.toEqual([])
    expect((await mailsTo(c.email)).filter((m) => m.text.includes('secret remark'))).toEqual([])
  })
})

describe('the files of a client', () => {
  const list = (of: TestBookkeeper, clientId: string, query = ''): Promise<ClientFilesPage> =>
    get(of, `/api/clients/${clientId}/files${query}`)

  it('are the submitted ones with their section, newest first, paged and searchable by name', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const [passport, scan] = [
      await uploaded(client, first.id, 'passport.pdf'),
      await uploaded(client, first.id, 'Café receipt.pdf'),
    ]
    expect((await list(bookkeeper, client.clientId)).items).toEqual([])
    await good(submit(client, first.id, { name: 'Cleo', scan: [passport, scan] }))
    const { items, next } = await list(bookkeeper, client.clientId)
    expect(next).toBeNull()
    expect(items.map((f) => f.id)).toEqual([scan.id, passport.id])
    expect(items[1]).toMatchObject({
      name: 'passport.pdf',
      section: { workform_id: workform.id, section_name: 'First', status: 'pending_review' },
    })
    const page = await list(bookkeeper, client.clientId, '?limit=1')
    const rest = await list(bookkeeper, client.clientId, `?limit=1&cursor=${page.next}`)
    expect([...page.items, ...rest.items]).toEqual(items)
    expect(rest.next).toBeNull()
    expect((await list(bookkeeper, client.clientId, '?q=PASS')).items.map((f) => f.id)).toEqual([passport.id])
    for (const file of items) expect((await bookkeeper.fetch(`/api/files/${file.id}`)).status).toBe(200)
    expect(trips(await bookkeeper.fetch(`/api/clients/${client.clientId}/files`))).toEqual({ reads: 1, writes: 0 })
    await refused((await newBookkeeper(bookkeeper.firmId)).fetch(`/api/clients/${client.clientId}/files`), 'not_found')
    await refused(client.fetch(`/api/clients/${client.clientId}/files`), 'forbidden')
  })

  it('cost the same with ten times as many', async () => {
    const b = await newBookkeeper()
    const c = await newClient(b)
    const grow = (from: number, to: number) =>
      change(
        `WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
         INSERT INTO files (id, owner_id, firm_id, client_id, message_id, purpose, name, path, size, type, state,
            created_at)
         SELECT ? || '-f' || i, ?, ?, ?, 'm', 'chat', 'scan.pdf', ? || '/' || i, 1, 'application/pdf', 'stored',
            '2026-01-01T' || printf('%08d', i) FROM n`,
        from,
        to,
        c.clientId,
        c.userId,
        b.firmId,
        c.clientId,
        c.clientId,
      )
    const read = () => rowsRead(b, (ctx) => listClientFiles(ctx, c.clientId, ClientFilesQuery.parse({ limit: '20' })))
    await grow(0, 300)
    const before = await read()
    await inSteps(300, 3000, grow)
    expect(await read()).toBeLessThanOrEqual(before + 5)
  })
})
