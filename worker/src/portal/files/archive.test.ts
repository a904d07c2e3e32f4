import { createHash } from 'node:crypto'
import type { DownloadTicket } from '@portal/contract/review'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { type Caller, newBookkeeper, newClient, stranger } from '../../testing/portal.ts'
import { decided, delivered, newWork, pdf, submit, uploaded } from '../../testing/sections.ts'
import { assigned, change, expectAudit, rows, sectionsOf, send } from '../../testing/work.ts'
import { archiveFiles } from './archive-files.ts'

const ask = (caller: Caller, scope: Record<string, string>): Promise<Response> =>
  send(caller, 'POST', '/api/downloads', scope)
const ticketFor = (caller: Caller, scope: Record<string, string>): Promise<DownloadTicket> =>
  good<DownloadTicket>(ask(caller, scope))

/** Unpacks a ZIP with a different library from the one that packed it. Returns the contents by path. */
const unzip = (bytes: Uint8Array): Map<string, Uint8Array> => new Map(Object.entries(unzipSync(bytes)))

const textOf = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

async function downloaded(caller: Caller, scope: Record<string, string>): Promise<Map<string, Uint8Array>> {
  const { path } = await ticketFor(caller, scope)
  const response = await stranger.fetch(path)
  expect(response.status).toBe(200)
  return unzip(new Uint8Array(await response.arrayBuffer()))
}

describe('a ZIP of submitted files', () => {
  it('contains the files with readable names, and a manifest with their hashes', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const names = ['Paß.pdf', 'paß.pdf', '..\\evil.pdf', '=1+1.pdf']
    const files = []
    for (const [i, name] of names.entries())
      files.push(await uploaded(client, first.id, name, pdf(`file ${i}`, 3000 + i)))
    await good(submit(client, first.id, { name: 'Cleo', scan: files }))
    const ticket = await ticketFor(bookkeeper, { workform: workform.id, client: client.clientId })
    expect(ticket).toMatchObject({
      name: `${client.name} - ${workform.name}.zip`,
      files: 4,
      bytes: files.reduce((n, f) => n + f.size, 0),
    })
    const response = await stranger.fetch(ticket.path)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(response.headers.get('content-disposition')).toContain('attachment')
    const unpacked = unzip(new Uint8Array(await response.arrayBuffer()))
    expect([...unpacked.keys()].toSorted()).toEqual([
      'First/Passport - .._evil.pdf',
      'First/Passport - =1+1.pdf',
      'First/Passport - Paß.pdf',
      'First/Passport - paß (2).pdf',
      'manifest.csv',
    ])
    const manifest = textOf(unpacked.get('manifest.csv'))
    for (const [path, content] of unpacked) {
      if (path === 'manifest.csv') continue
      const sha256 = createHash('sha256').update(content).digest('hex')
      expect(manifest.split('\r\n').find((l) => l.startsWith(`${path},`))).toContain(`,${content.length},${sha256},`)
    }
    expect(manifest).toContain(",'=1+1.pdf,")
    await expectAudit('files.downloaded', client.clientId)
  })

  it('contains a section, a workform or a client', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const other = await newClient(bookkeeper, client.name)
    await assigned(bookkeeper, workform, [other.clientId])
    const [theirs] = await sectionsOf(other.clientId, workform.id)
    for (const [who, id] of [
      [client, first.id],
      [other, theirs?.id ?? ''],
    ] as const) {
      const file = await uploaded(who, id, 'scan.pdf', pdf(who.clientId))
      await good(submit(who, id, { name: 'Cleo', scan: [file] }))
    }
    const paths = async (scope: Record<string, string>) => [...(await downloaded(bookkeeper, scope)).keys()].toSorted()
    expect(await paths({ assignment: first.id })).toEqual(['Passport - scan.pdf', 'manifest.csv'])
    expect(await paths({ client: client.clientId })).toEqual([
      `${workform.name}/First/Passport - scan.pdf`,
      'manifest.csv',
    ])
    // Two clients with the same name have separate folders.
    expect(await paths({ workform: workform.id })).toEqual([
      `${client.name} (2)/First/Passport - scan.pdf`,
      `${client.name}/First/Passport - scan.pdf`,
      'manifest.csv',
    ])
  })

  it('contains only submitted files, for the bookkeeper only', async () => {
    const { bookkeeper, client, workform, first, second } = await newWork()
    const file = await uploaded(client, first.id, 'scan.pdf')
    const scopes = [{ assignment: first.id }, { client: client.clientId }, { workform: workform.id }]
    for (const scope of scopes) await refused(ask(bookkeeper, scope), 'not_found')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    await refused(ask(bookkeeper, { assignment: second.id }), 'not_found')
    await refused(ask(bookkeeper, {}), 'invalid_input')
    for (const scope of scopes) {
      await refused(ask(client, scope), 'forbidden')
      await refused(ask(stranger, scope), 'unauthenticated')
      for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper()])
        await refused(ask(other, scope), 'not_found')
    }
    expect(await rows('SELECT 1 FROM download_tickets WHERE user_id = ?', bookkeeper.userId)).toEqual([])
  })

  it('sorts the clients of a workform by name, whatever their case and accents', async () => {
    const { bookkeeper, workform } = await newWork()
    for (const name of ['Zoe', 'Łukasz', 'Åsa', 'émile']) {
      const client = await newClient(bookkeeper, name)
      await assigned(bookkeeper, workform, [client.clientId])
      const [section] = await sectionsOf(client.clientId, workform.id)
      if (!section) throw new Error('nothing was assigned')
      await good(submit(client, section.id, { name, scan: [await uploaded(client, section.id, 'scan.pdf')] }))
    }
    const unpacked = await downloaded(bookkeeper, { workform: workform.id })
    const lines = textOf(unpacked.get('manifest.csv')).split('\n')
    const inOrder = lines.flatMap((line) => /Zoe|Łukasz|Åsa|émile/.exec(line)?.[0] ?? [])
    expect(inOrder).toEqual(['Åsa', 'émile', 'Łukasz', 'Zoe'])
  })

  it('needs a ticket that works once, expires, and is stored only as a hash', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Cleo', scan: [await uploaded(client, first.id, 'scan.pdf')] }))
    const used = await ticketFor(bookkeeper, { assignment: first.id })
    const both = await Promise.all([stranger.fetch(used.path), stranger.fetch(used.path)])
    expect(both.map((r) => r.status).toSorted((a, b) => a - b)).toEqual([200, 404])
    await Promise.all(both.map((r) => r.arrayBuffer()))
    const late = await ticketFor(bookkeeper, { assignment: first.id })
    expect(await rows('SELECT 1 FROM download_tickets WHERE id = ?', late.path.split('/').pop() ?? '')).toEqual([])
    await change(
      `UPDATE download_tickets SET expires_at = '2026-01-01T00:00:00.000Z' WHERE user_id = ?`,
      bookkeeper.userId,
    )
    await refused(stranger.fetch(late.path), 'not_found')
    await refused(stranger.fetch('/api/downloads/nothing'), 'not_found')
    // Access is checked when the ticket is redeemed.
    const declined = await ticketFor(bookkeeper, { assignment: first.id })
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    await refused(stranger.fetch(declined.path), 'not_found')
  })

  it('notes a file in the manifest when it was removed during the download', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'scan.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'No' })
    await delivered('recipient = ?', `files:${client.clientId}`)
    await change(`UPDATE files SET state = 'stored' WHERE id = ?`, file.id)
    await change(
      `UPDATE book_form_submissions SET data = json_object('First', ?) WHERE client_id = ?`,
      file.id,
      client.clientId,
    )
    const unpacked = await downloaded(bookkeeper, { assignment: first.id })
    expect([...unpacked.keys()]).toEqual(['manifest.csv'])
    expect(textOf(unpacked.get('manifest.csv'))).toContain('no longer available')
  })
})

describe('a preview', () => {
  it('shows images, PDF and text as inert content to everyone who can download', async () => {
    const { bookkeeper, client, first } = await newWork()
    const page = await uploaded(client, first.id, 'page.txt', '<script>alert(1)</script>')
    const sheet = await uploaded(
      client,
      first.id,
      'letter.doc',
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0]),
    )
    await refused(bookkeeper.fetch(`/api/files/${page.id}/preview`), 'not_found')
    await good(submit(client, first.id, { name: 'Cleo', scan: [page, sheet] }))
    const response = await bookkeeper.fetch(`/api/files/${page.id}/preview`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(response.headers.get('content-disposition')).toContain('attachment')
    expect(await response.text()).toBe('<script>alert(1)</script>')
    await refused(bookkeeper.fetch(`/api/files/${sheet.id}/preview`), 'file_type')
    for (const other of [await newBookkeeper(bookkeeper.firmId), await newBookkeeper(), await newClient(bookkeeper)]) {
      await refused(other.fetch(`/api/files/${page.id}/preview`), 'not_found')
    }
    await refused(stranger.fetch(`/api/files/${page.id}/preview`), 'unauthenticated')
  })
})

it('reads no more rows for a download when other clients have more files', async () => {
  const { bookkeeper, client, workform, first } = await newWork()
  const file = await uploaded(client, first.id, 'a.pdf', pdf('a', 3000))
  await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
  const scopes = [
    { assignment: first.id },
    { workform: workform.id },
    { client: client.clientId },
    { workform: workform.id, client: client.clientId },
  ]
  const measure = () =>
    Promise.all(scopes.map((scope) => rowsRead(bookkeeper, ({ db, actor }) => archiveFiles(db, actor.userId, scope))))
  const before = await measure()
  await change(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
     INSERT INTO files (id, owner_id, firm_id, client_id, assignment_id, purpose, name, path, size, type, state,
       created_at)
     SELECT f.id || i, f.owner_id, f.firm_id, f.client_id, f.assignment_id || i, 'answer', f.name, f.path || i, 1,
       f.type, 'stored', f.created_at
     FROM n, files f WHERE f.id = ?`,
    file.id,
  )
  for (const [i, read] of (await measure()).entries()) expect(read).toBeLessThanOrEqual((before[i] ?? 0) + 5)
})
