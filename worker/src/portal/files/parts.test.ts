import { createHash } from 'node:crypto'
import { request } from 'node:http'
import type { FileAnswer } from '@portal/contract/fields'
import { MAX_FILE_BYTES, MAX_OPEN_UPLOADS, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import type { OpenUpload } from '@portal/contract/uploads'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, portalUrl, problemOf, type TestClient } from '../../testing/portal.ts'
import { realPdf } from '@portal/contract/testing/real-files'
import { decided, delivered, newWork, opened, submit, upload, uploaded } from '../../testing/sections.ts'
import { assigned, change, expectAudit, rows, send, trips } from '../../testing/work.ts'

const PART = UPLOAD_PART_BYTES
/** A PDF of two parts, the second shorter. */
const TWO_PARTS = realPdf('two parts', '', PART + 100_000)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const begin = (
  who: Caller,
  sectionId: string,
  size: number,
  more: Record<string, unknown> = {},
  key?: string,
): Promise<Response> =>
  send(
    who,
    'POST',
    `/api/portal/sections/${sectionId}/uploads`,
    { field: 'scan', name: 'big.pdf', size, ...more },
    key ? { 'idempotency-key': key } : {},
  )
const begun = (who: Caller, sectionId: string, size = TWO_PARTS.length, more: Record<string, unknown> = {}) =>
  good<OpenUpload>(begin(who, sectionId, size, more))
const part = (who: Caller, id: string, n: number, body: BodyInit): Promise<Response> =>
  who.fetch(`/api/uploads/${id}/parts/${n}`, { method: 'PUT', body })
const pieceOf = (file: Uint8Array<ArrayBuffer>, n: number) => file.subarray((n - 1) * PART, n * PART)
const complete = (who: Caller, id: string, body: object = {}): Promise<Response> =>
  send(who, 'POST', `/api/uploads/${id}/complete`, body)
const progress = (who: Caller, id: string): Promise<Response> => who.fetch(`/api/uploads/${id}`)
const cancel = (who: Caller, id: string): Promise<Response> => who.fetch(`/api/uploads/${id}`, { method: 'DELETE' })
const states = (sectionId: string) =>
  rows<{ id: string; state: string; path: string }>(
    'SELECT id, state, path FROM files WHERE assignment_id = ?',
    sectionId,
  )

async function sendAll(who: Caller, id: string, file = TWO_PARTS): Promise<void> {
  for (let n = 1; (n - 1) * PART < file.length; n++) await good(part(who, id, n, pieceOf(file, n)))
}

/** Expects that an upload has no row, object or parts left. */
async function nothingLeft(client: TestClient, id: string): Promise<void> {
  expect(await rows('SELECT 1 FROM files WHERE id = ?', id)).toEqual([])
  expect(await rows('SELECT 1 FROM file_uploads WHERE file_id = ?', id)).toEqual([])
  await delivered('recipient = ?', `files:${client.userId}`)
  await refused(part(client, id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
}

describe('a multipart upload', () => {
  it('becomes one file with its hash in few round trips', async () => {
    const { client, workform, first } = await newWork()
    const opening = await begin(client, first.id, TWO_PARTS.length, { name: 'Jahr 2025.pdf' })
    expect(opening.status).toBe(201)
    expect(trips(opening)).toEqual({ reads: 1, writes: 1 })
    const { id, part_size, parts } = (await opening.json()) as OpenUpload
    expect({ part_size, parts }).toEqual({ part_size: PART, parts: [] })
    const sent = await part(client, id, 2, pieceOf(TWO_PARTS, 2))
    expect(trips(sent)).toEqual({ reads: 1, writes: 1 })
    expect(await good(progress(client, id))).toMatchObject({ id, size: TWO_PARTS.length, parts: [2] })
    await good(part(client, id, 1, pieceOf(TWO_PARTS, 1)))
    expect((await opened(client, first.id)).answers).toEqual({})
    const done = await complete(client, id, { sha256: sha256(TWO_PARTS) })
    expect(trips(done)).toEqual({ reads: 1, writes: 1 })
    const file = (await done.json()) as FileAnswer
    expect(file).toMatchObject({ id, name: 'Jahr 2025.pdf', size: TWO_PARTS.length, type: 'application/pdf' })
    expect(file.path).toMatch(new RegExp(`^clients/${client.clientId}/workforms/${workform.id}/\\d{13}_Jahr_2025.pdf$`))
    expect(await rows('SELECT state, sha256 FROM files WHERE id = ?', id)).toMatchObject([
      { state: 'stored', sha256: sha256(TWO_PARTS) },
    ])
    expect((await opened(client, first.id)).answers).toEqual({ scan: [file] })
    await expectAudit('file.uploaded', id)
    const back = new Uint8Array(await (await client.fetch(`/api/files/${id}`)).arrayBuffer())
    expect(sha256(back)).toBe(sha256(TWO_PARTS))
    // A repeat has the same answer, and the upload can no longer be changed or canceled.
    expect(await good(complete(client, id))).toEqual(file)
    await refused(part(client, id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
    await refused(cancel(client, id), 'not_found')
    expect((await client.fetch(`/api/files/${id}`)).status).toBe(200)
  })

  it('begins once when the request is repeated', async () => {
    const { client, first } = await newWork()
    const both = await Promise.all(
      [1, 2].map(() => good<OpenUpload>(begin(client, first.id, TWO_PARTS.length, {}, 'withUniquePath-twice'))),
    )
    const again = await good<OpenUpload>(begin(client, first.id, TWO_PARTS.length, {}, 'withUniquePath-twice'))
    expect(new Set([...both, again].map((u) => u.id)).size).toBe(1)
    expect(await states(first.id)).toHaveLength(1)
  })

  it('becomes one file when it is completed twice at the same time', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await sendAll(client, id)
    const both = await Promise.all([1, 2].map(() => complete(client, id)))
    const whole = both.filter((r) => r.ok)
    expect(whole.length).toBeGreaterThan(0)
    expect(await good<FileAnswer>(complete(client, id))).toMatchObject({ id })
    expect(await states(first.id)).toMatchObject([{ id, state: 'stored' }])
    expect((await client.fetch(`/api/files/${id}`)).status).toBe(200)
  })

  it('can have exactly 50 MB', async () => {
    const { client, first } = await newWork()
    await refused(begin(client, first.id, MAX_FILE_BYTES + 1), 'file_too_large')
    await refused(begin(client, first.id, 51 * 1024 * 1024), 'file_too_large')
    await refused(begin(client, first.id, 0), 'file_empty')
    await refused(begin(client, first.id, 100, { name: 'setup.exe' }), 'file_type')
    const size = MAX_FILE_BYTES
    const { id } = await begun(client, first.id, size)
    const whole = createHash('sha256')
    for (let n = 1; n <= 10; n++) {
      const piece = new Uint8Array(PART).fill(n)
      if (n === 1) piece.set(new TextEncoder().encode('%PDF-1.7\n'))
      if (n === 10) piece.set(new TextEncoder().encode('%%EOF'), PART - 5)
      whole.update(piece)
      await good(part(client, id, n, piece))
    }
    expect(await good(complete(client, id, { sha256: whole.digest('hex') }))).toMatchObject({ size })
  })

  it('needs all parts with their exact lengths', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    for (const [n, body] of [
      [1, pieceOf(TWO_PARTS, 2)],
      [2, pieceOf(TWO_PARTS, 1)],
      [2, new Uint8Array()],
      [3, pieceOf(TWO_PARTS, 2)],
    ] as const) {
      expect(await problemOf(await part(client, id, n, body))).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'part' }],
      })
    }
    // Refused by its number before the body is read.
    await refused(part(client, id, 0, new Uint8Array(10)), 'invalid_input')
    await good(part(client, id, 2, pieceOf(TWO_PARTS, 2)))
    expect(await refused(complete(client, id), 'upload_incomplete')).toMatchObject({
      detail: 'Parts of the file are still missing: 1.',
    })
    await good(part(client, id, 1, pieceOf(TWO_PARTS, 1)))
    await good(complete(client, id))
  })

  it('is checked by its first bytes at the first part, and as a whole at the end', async () => {
    const { client, first } = await newWork()
    const page = new Uint8Array(PART).fill(60)
    const { id } = await begun(client, first.id)
    await refused(part(client, id, 1, page), 'file_content')
    await nothingLeft(client, id)
    const text = new Uint8Array(PART + 10).fill(65)
    text[PART + 5] = 0
    const late = await begun(client, first.id, text.length, { name: 'notes.txt' })
    await sendAll(client, late.id, text)
    await refused(complete(client, late.id), 'file_content')
    await nothingLeft(client, late.id)
    const other = await begun(client, first.id)
    await sendAll(client, other.id)
    await refused(complete(client, other.id, { sha256: sha256(new Uint8Array(1)) }), 'file_damaged')
    await nothingLeft(client, other.id)
  })

  it('is accessible only for the person who began it', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { id } = await begun(client, first.id)
    const others = [
      await newClient(bookkeeper),
      bookkeeper,
      await newBookkeeper(),
      await newClient(await newBookkeeper()),
    ]
    for (const other of others) {
      await refused(progress(other, id), 'not_found')
      await refused(part(other, id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
      await refused(complete(other, id), 'not_found')
      await refused(cancel(other, id), 'not_found')
    }
    const [stranger] = others
    if (stranger) await refused(begin(stranger, first.id, 10), 'not_found')
    await sendAll(client, id)
    await good(complete(client, id))
  })

  it('leaves nothing behind when it is canceled', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await good(part(client, id, 1, pieceOf(TWO_PARTS, 1)))
    await good(cancel(client, id))
    await nothingLeft(client, id)
  })

  it('continues after a part was cut off', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    const sent = request(new URL(`/api/uploads/${id}/parts/1`, portalUrl), {
      method: 'PUT',
      headers: { authorization: `Bearer ${client.token}`, 'content-length': String(PART) },
    })
    const ended = new Promise((resolve) => sent.once('close', resolve))
    sent.on('error', () => undefined)
    await new Promise((resolve) => sent.write(TWO_PARTS.subarray(0, 400_000), resolve))
    sent.destroy()
    await ended
    expect(await good(progress(client, id))).toMatchObject({ parts: [] })
    await sendAll(client, id)
    expect(await good(complete(client, id, { sha256: sha256(TWO_PARTS) }))).toMatchObject({ id })
  })

  it('is not found when the storage has dropped it', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await change(`UPDATE file_uploads SET upload_id = 'unknown' WHERE file_id = ?`, id)
    await refused(part(client, id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
    await nothingLeft(client, id)
  })

  it('must be sent again when the storage has different parts from those it acknowledged', async () => {
    const { client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await sendAll(client, id)
    await change(`UPDATE file_uploads SET parts = json_set(parts, '$."2"', 'another') WHERE file_id = ?`, id)
    await refused(complete(client, id), 'upload_incomplete')
    expect(await good(progress(client, id))).toMatchObject({ parts: [] })
    await sendAll(client, id)
    await good(complete(client, id))
  })
})

describe('while a section changes', () => {
  it('an upload pauses when the section is submitted and continues when it is reopened', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await good(part(client, id, 1, pieceOf(TWO_PARTS, 1)))
    await good(submit(client, first.id, { name: 'Cleo' }))
    await refused(part(client, id, 2, pieceOf(TWO_PARTS, 2)), 'section_locked')
    await refused(begin(client, first.id, 10), 'section_locked')
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'The passport is missing' })
    await good(part(client, id, 2, pieceOf(TWO_PARTS, 2)))
    expect(await good(complete(client, id))).toMatchObject({ id })
  })

  it('an upload is refused when it is completed after the submission', async () => {
    const { bookkeeper, client, first } = await newWork()
    const { id } = await begun(client, first.id)
    await sendAll(client, id)
    await good(submit(client, first.id, { name: 'Cleo' }))
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await refused(complete(client, id), 'section_locked')
    await nothingLeft(client, id)
  })

  it('an upload is refused when the section was withdrawn', async () => {
    const { bookkeeper, client, workform, first } = await newWork()
    const { id } = await begun(client, first.id)
    await good(bookkeeper.fetch(`/api/clients/${client.clientId}/workforms/${workform.id}`, { method: 'DELETE' }))
    await refused(part(client, id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
  })
})

describe('limits', () => {
  it('two tabs cannot upload more than 20 files to a field', async () => {
    const { client, first } = await newWork()
    for (let n = 0; n < 17; n++) await uploaded(client, first.id, `${n}.pdf`)
    const inParts = await Promise.all(
      [1, 2, 3].map((n) => begin(client, first.id, TWO_PARTS.length, { name: `parts ${n}.pdf` })),
    )
    const atOnce = await Promise.all(
      [1, 2, 3].map((n) => upload(client, first.id, `at once ${n}.pdf`, realPdf(String(n)))),
    )
    expect([...inParts, ...atOnce].map((r) => r.status).sort((a, b) => a - b)).toEqual([201, 201, 201, 409, 409, 409])
    for (const answer of inParts.filter((r) => r.ok)) {
      const { id } = (await answer.json()) as OpenUpload
      await sendAll(client, id)
      await good(complete(client, id))
    }
    expect((await opened(client, first.id)).answers['scan']).toHaveLength(20)
    await refused(begin(client, first.id, 10), 'too_many_files')
  })

  it('an inactive upload is refused at the end when its place was taken', async () => {
    const { client, first } = await newWork([
      { id: 'scan', name: 'Passport', type: 'file', maxFiles: 1, section: 'First' },
    ])
    const { id } = await begun(client, first.id)
    await sendAll(client, id)
    await refused(upload(client, first.id, 'other.pdf', realPdf()), 'too_many_files')
    const longAgo = new Date(Date.now() - 2 * 3_600_000).toISOString()
    await change('UPDATE files SET created_at = ? WHERE id = ?', longAgo, id)
    await change('UPDATE file_uploads SET active_at = ? WHERE file_id = ?', longAgo, id)
    await uploaded(client, first.id, 'other.pdf', realPdf())
    await refused(complete(client, id), 'too_many_files')
    await nothingLeft(client, id)
  })

  it('the open uploads of a person are limited, without inactive ones', async () => {
    const { client, first } = await newWork([
      { id: 'scan', name: 'Passport', type: 'file', section: 'First' },
      { id: 'more', name: 'More', type: 'file', section: 'First' },
    ])
    const fields = Array.from({ length: MAX_OPEN_UPLOADS }, (_, i) => (i < 20 ? 'scan' : 'more'))
    const all = await Promise.all(fields.map((field) => begun(client, first.id, 10, { field })))
    await refused(begin(client, first.id, 10, { field: 'more' }), 'too_many_uploads')
    await good(cancel(client, all[0]?.id ?? ''))
    await begun(client, first.id, 10)
    await refused(begin(client, first.id, 10, { field: 'more' }), 'too_many_uploads')
    await change('UPDATE file_uploads SET active_at = ? WHERE owner_id = ?', '2020-01-01T00:00:00.000Z', client.userId)
    await begun(client, first.id, 10, { field: 'more' })
  })

  it('a bookkeeper keeps their uploads when a client with open ones is deleted', async () => {
    const bookkeeper = await newBookkeeper()
    const client = await newClient(bookkeeper)
    const { items } = await good<{ items: { id: string }[] }>(client.fetch('/api/chat/threads'))
    const open = () => send(client, 'POST', `/api/chat/threads/${items[0]?.id}/uploads`, { name: 'a.pdf', size: 10 })
    await Promise.all(Array.from({ length: MAX_OPEN_UPLOADS }, () => good(open())))
    await refused(open(), 'too_many_uploads')
    const own = { name: 'b.pdf', size: 10 }
    for (let i = 0; i < MAX_OPEN_UPLOADS; i++)
      await good(send(bookkeeper, 'POST', `/api/chat/threads/${items[0]?.id}/uploads`, own))
    await good(bookkeeper.fetch(`/api/clients/${client.clientId}`, { method: 'DELETE' }))
    await good(send(bookkeeper, 'POST', '/api/templates/uploads', { name: 'form.pdf', size: 10, screen: 'assign' }))
  })
})

it('uploads a template in parts', async () => {
  const bookkeeper = await newBookkeeper()
  const { id } = await good<OpenUpload>(
    send(bookkeeper, 'POST', '/api/templates/uploads', { name: 'form.pdf', size: TWO_PARTS.length, screen: 'assign' }),
  )
  await refused(
    send(bookkeeper, 'POST', '/api/templates/uploads', { name: 'form.txt', size: 1, screen: 'assign' }),
    'file_type',
  )
  await refused(part(await newBookkeeper(bookkeeper.firmId), id, 1, pieceOf(TWO_PARTS, 1)), 'not_found')
  await sendAll(bookkeeper, id)
  const file = await good<FileAnswer>(complete(bookkeeper, id))
  expect(file.path).toMatch(new RegExp(`^templates/${bookkeeper.userId}/template_\\d{13}_form.pdf$`))
  await expectAudit('template.uploaded', id)
})

it('finds only the client’s own files that the workform already contains', async () => {
  const { bookkeeper, client, workform, first } = await newWork()
  const file = realPdf('the same')
  await uploaded(client, first.id, 'a.pdf', file)
  const ask = (who: Caller, id: string, hashes: string[]) =>
    who.fetch(`/api/portal/sections/${id}/duplicates?sha256=${hashes.join(',')}`)
  expect(await good(ask(client, first.id, [sha256(file), sha256(TWO_PARTS)]))).toEqual({
    items: [{ sha256: sha256(file), name: 'a.pdf', section_name: 'First', field_id: 'scan' }],
  })
  const neighbor = await newClient(bookkeeper)
  await assigned(bookkeeper, workform, [neighbor.clientId])
  expect(await good(ask(neighbor, first.id, [sha256(file)]))).toEqual({ items: [] })
  await refused(ask(client, first.id, ['nonsense']), 'invalid_input')
})
