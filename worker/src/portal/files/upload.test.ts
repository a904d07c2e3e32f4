import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text as allOf } from 'node:stream/consumers'
import type { FileAnswer } from '@portal/contract/fields'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import type { Usage } from '@portal/contract/usage'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import {
  archive,
  compoundFile,
  INSTALLER_CLASS,
  protectedPdf,
  realDocx,
  realExe,
  realJpeg,
  realPdf,
  realPng,
  realTiff,
  realXlsx,
} from '@portal/contract/testing/real-files'
import { newBookkeeper, newClient, portalUrl, problemOf, type TestClient } from '../../testing/portal.ts'
import { decided, delivered, newWork, opened, pdf, submit, upload, uploaded } from '../../testing/sections.ts'
import { change, expectAudit, get, queued, rows, send, trips } from '../../testing/work.ts'

interface FileRow {
  id: string
  state: string
  path: string
  size: number
  sha256: string
}
const filesOf = (assignmentId: string): Promise<FileRow[]> =>
  rows<FileRow>('SELECT id, state, path, size, sha256 FROM files WHERE assignment_id = ? ORDER BY id', assignmentId)

/** Streams `size` bytes that begin and end like a PDF, without holding them in memory. */
function streamed(size: number): ReadableStream<Uint8Array> {
  const piece = new Uint8Array(64 * 1024).fill(0x20)
  let left = size
  return new ReadableStream({
    pull(controller) {
      const bytes =
        left === size ? new TextEncoder().encode('%PDF-1.7\n') : piece.subarray(0, Math.min(piece.length, left))
      left -= bytes.length
      const sent = bytes.slice()
      if (left <= 0) sent.set(new TextEncoder().encode('%%EOF').subarray(-sent.length), Math.max(0, sent.length - 5))
      controller.enqueue(sent)
      if (left <= 0) controller.close()
    },
  })
}

/** Begins an upload over a raw connection that announces `length` bytes. */
function begin(client: TestClient, assignmentId: string, length: number, name = 'big.pdf') {
  const query = new URLSearchParams({ field: 'scan', name })
  const headers = { authorization: `Bearer ${client.token}`, 'content-length': String(length) }
  const sent = request(new URL(`/api/portal/sections/${assignmentId}/files?${query}`, portalUrl), {
    method: 'POST',
    headers,
  })
  const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
  })
  return { sent, answer }
}

/** Sends a stream with a Content-Length. */
async function sendAll(
  client: TestClient,
  assignmentId: string,
  size: number,
): Promise<{ status: number; text: string }> {
  const { sent, answer } = begin(client, assignmentId, size)
  let over = false
  const outcome = answer.finally(() => {
    over = true
  })
  outcome.catch(() => undefined)
  for await (const piece of streamed(size)) {
    if (over) break
    if (!sent.write(piece)) await Promise.race([new Promise((resolve) => sent.once('drain', resolve)), outcome])
  }
  sent.end()
  return outcome
}

describe('a client’s upload', () => {
  it('is stored with its path and hash, and appears in the section', async () => {
    const { client, workform, first } = await newWork()
    const bytes = new Uint8Array(await pdf('mine', 150_000).arrayBuffer())
    const response = await upload(client, first.id, 'Mein Paß (1).PDF', bytes)
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 1, writes: 1 })
    const file = (await response.json()) as FileAnswer
    expect(file).toMatchObject({ name: 'Mein Paß (1).PDF', size: bytes.length, type: 'application/pdf' })
    expect(file.path).toMatch(
      new RegExp(`^clients/${client.clientId}/workforms/${workform.id}/\\d{13}_Mein_Pa___1_.PDF$`),
    )
    expect(await filesOf(first.id)).toMatchObject([
      { id: file.id, state: 'stored', size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
    ])
    expect((await opened(client, first.id)).answers).toEqual({ scan: [file] })
    expect(await rows('SELECT status FROM book_client_workforms WHERE id = ?', first.id)).toMatchObject([
      { status: 'in_progress' },
    ])
    await expectAudit('file.uploaded', file.id)
    const back = await client.fetch(`/api/files/${file.id}`)
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(bytes)
  })

  const refusals: [string, string, BodyInit, string][] = [
    ['an executable called .pdf', 'invoice.pdf', realExe(), 'file_content'],
    ['a page called .pdf', 'invoice.pdf', '<!doctype html><script>alert(1)</script>', 'file_content'],
    ['a page with a PDF in it', 'a.pdf', new Blob(['<script>alert(1)</script>', realPdf()]), 'file_content'],
    ['an executable with a PDF in it', 'a.pdf', new Blob([realExe().slice(0, 500), realPdf()]), 'file_content'],
    [
      'a picture called .pdf',
      'scan.pdf',
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'file_content',
    ],
    ['an executable called .txt', 'notes.txt', 'MZ and more', 'file_content'],
    ['binary called .txt', 'notes.txt', new Uint8Array([65, 0, 66]), 'file_content'],
    ['an archive called .docx', 'letter.docx', archive({ 'malware.exe': 'MZ' }), 'file_content'],
    ['a table called .docx', 'letter.docx', realXlsx(), 'file_content'],
    ['a letter cut off in the middle', 'letter.docx', realDocx().subarray(0, 500), 'file_content'],
    ['an installer called .doc', 'letter.doc', compoundFile(['x'], INSTALLER_CLASS), 'file_content'],
    ['a PDF that was not downloaded to its end', 'a.pdf', realPdf().subarray(0, 500), 'file_content'],
    ['a text with a zero byte far behind', 'notes.txt', `${'x'.repeat(300_000)}\0`, 'file_content'],
    ['a PDF of one byte', 'a.pdf', '%', 'file_content'],
    ['nothing', 'a.pdf', new Uint8Array(), 'file_empty'],
    ['an executable', 'setup.exe', realExe(), 'file_type'],
    ['a page', 'page.html', '<p>', 'file_type'],
    ['a drawing with scripts', 'logo.svg', '<svg/>', 'file_type'],
    ['two extensions', 'report.pdf.exe', '%PDF-1.7', 'file_type'],
    ['no extension', 'report', '%PDF-1.7', 'file_type'],
    ['only an extension', '.pdf', '%PDF-1.7', 'file_type'],
  ]
  it.each(refusals)('is refused: %s', async (_, name, body, code) => {
    const { client, first } = await newWork()
    await refused(upload(client, first.id, name, body), code)
    expect(await filesOf(first.id)).toEqual([])
  })

  it.each([
    ['statement.pdf', realPdf()],
    ['fetched.pdf', new Blob(['HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n', realPdf()])],
    ['protected.pdf', protectedPdf()],
    ['photo.jpg', realJpeg()],
    ['scan.png', realPng(300, 200)],
    ['scan.tiff', realTiff()],
    ['scan.TIF', realTiff()],
    ['photo.jfif', realJpeg()],
    ['letter.docx', realDocx()],
    ['old letter.doc', compoundFile(['WordDocument'])],
    ['notes.txt', 'Grüße'],
    ['anim.gif', 'GIF89a'],
    ['x.exe.pdf', realPdf()],
    ['notepad.txt', Buffer.from('\ufeffGrüße', 'utf16le')],
  ] as [string, BodyInit][])('takes %s', async (name, body) => {
    const { client, first } = await newWork()
    expect(await uploaded(client, first.id, name, body)).toMatchObject({ name })
  })

  it('has the type of its extension, however that is spelled', async () => {
    const { client, first } = await newWork()
    const file = await uploaded(client, first.id, 'scan.tif', realTiff())
    expect(file).toMatchObject({ name: 'scan.tif', type: 'image/tiff' })
    const back = await client.fetch(`/api/files/${file.id}`)
    expect(back.headers.get('content-type')).toBe('image/tiff')
    expect(back.headers.get('content-disposition')).toMatch(/^attachment; filename="scan.tif"/)
  })

  it('gets advice when it is a document of another program', async () => {
    const { client, first } = await newWork()
    const { detail } = await problemOf(await upload(client, first.id, 'letter.doc', '{\\rtf1'))
    expect(detail).toContain('Please open it in Word and save it as .docx.')
  })

  it('is stored with a name that is safe in folders, headers and texts', async () => {
    const { client, first } = await newWork()
    const file = await uploaded(client, first.id, '../a\r\nx: y\0\u202efdp.txt', 'text')
    expect(file.name).toBe('.._a x: y fdp.txt')
    const back = await client.fetch(`/api/files/${file.id}`)
    expect(back.headers.get('content-disposition')).toBe(
      `attachment; filename=".._a x_ y fdp.txt"; filename*=UTF-8''.._a%20x%3A%20y%20fdp.txt`,
    )
  })

  it('is accepted only by file fields of the section, with their types', async () => {
    const { client, first } = await newWork([
      { id: 'text', name: 'Text', section: 'First' },
      { id: 'sheet', name: 'Sheet', type: 'download-reupload', section: 'First' },
      { id: 'image', name: 'Image', type: 'file', accept: ['.png', '.exe'], section: 'First' },
      { id: 'else', name: 'Else', type: 'file', section: 'Second' },
    ])
    for (const field of ['text', 'else', 'unknown']) {
      expect(await problemOf(await upload(client, first.id, 'a.pdf', pdf(), field))).toMatchObject({
        code: 'invalid_input',
        errors: [{ path: 'field' }],
      })
    }
    await refused(upload(client, first.id, 'a.txt', 'text', 'sheet'), 'file_type')
    await refused(upload(client, first.id, 'a.pdf', pdf(), 'image'), 'file_type')
    await refused(upload(client, first.id, 'a.exe', 'MZ', 'image'), 'file_type')
    await uploaded(client, first.id, 'a.xlsx', realXlsx(), 'sheet')
  })

  it('is limited to 20 files per field, or the limit of the field, even at the same time', async () => {
    const { client, first } = await newWork([
      { id: 'scan', name: 'Passport', type: 'file', maxFiles: 3, section: 'First' },
    ])
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((n) => upload(client, first.id, 'same name.pdf', pdf(String(n)))),
    )
    expect(outcomes.map((r) => r.status).sort((a, b) => a - b)).toEqual([201, 201, 201, 409, 409, 409])
    const kept = await filesOf(first.id)
    expect(kept).toHaveLength(3)
    expect(new Set(kept.map((f) => f.path)).size).toBe(3)
    await refused(upload(client, first.id, 'one more.pdf', pdf()), 'too_many_files')
    await good(client.fetch(`/api/portal/files/${kept[0]?.id}`, { method: 'DELETE' }))
    await uploaded(client, first.id, 'one more.pdf')

    const many = await newWork()
    for (let n = 0; n < 20; n++) await uploaded(many.client, many.first.id, `${n}.pdf`)
    await refused(upload(many.client, many.first.id, '21.pdf', pdf()), 'too_many_files')
  })

  it('is refused when the section is submitted, even during the upload', async () => {
    const { client, first } = await newWork()
    const { sent, answer } = begin(client, first.id, 3_000_000)
    sent.write(`%PDF-1.7\n${'x'.repeat(200_000)}`)
    await expect.poll(() => filesOf(first.id), { interval: 20 }).toMatchObject([{ state: 'pending' }])
    const [{ path } = { path: '' }] = await filesOf(first.id)
    await good(submit(client, first.id, { name: 'Cleo' }))
    sent.end(`${'x'.repeat(3_000_000 - 200_015)}\n%%EOF`)
    expect(await answer).toMatchObject({ status: 409 })
    expect(JSON.parse((await answer).text)).toMatchObject({ code: 'section_locked' })
    expect(await filesOf(first.id)).toEqual([])
    await expectNoObject(client, first.id, path)
    await refused(upload(client, first.id, 'a.pdf', pdf()), 'section_locked')
  })

  it('leaves nothing behind when it is cut off', async () => {
    const { client, first } = await newWork()
    const { sent, answer } = begin(client, first.id, 5_000_000)
    answer.catch(() => undefined)
    sent.write(`%PDF-1.7\n${'x'.repeat(400_000)}`)
    await expect.poll(() => filesOf(first.id), { interval: 20 }).toMatchObject([{ state: 'pending' }])
    const [{ path } = { path: '' }] = await filesOf(first.id)
    sent.destroy()
    await expect.poll(() => filesOf(first.id), { interval: 50 }).toEqual([])
    await expectNoObject(client, first.id, path)
  })

  it('is not logged as a server error when it is cut off at the beginning', async () => {
    const { client, first } = await newWork()
    const { hostname, port } = new URL(portalUrl)
    const socket = connect(Number(port), hostname)
    const query = new URLSearchParams({ field: 'scan', name: 'a.pdf' })
    const head = [
      `POST /api/portal/sections/${first.id}/files?${query} HTTP/1.1`,
      'Host: portal',
      `Authorization: Bearer ${client.token}`,
    ]
    socket.end([...head, 'Content-Length: 5000', '', '%PDF-1.7'].join('\r\n'))
    expect(await allOf(socket)).toMatch(/^HTTP\/1.1 503 [\s\S]*"code":"busy"/)
    expect(await filesOf(first.id)).toEqual([])
  })

  it('can have at most 50 MB', async () => {
    const { client, first } = await newWork()
    // Refused by its announced length, without reading the body.
    const { sent, answer } = begin(client, first.id, MAX_FILE_BYTES + 1)
    sent.write('%PDF-1.7')
    const over = await answer
    sent.destroy()
    expect(over.status).toBe(413)
    expect(JSON.parse(over.text)).toMatchObject({ code: 'file_too_large', detail: 'The file is larger than 50 MB.' })
    const most = await sendAll(client, first.id, MAX_FILE_BYTES)
    expect(most.status).toBe(201)
    expect(JSON.parse(most.text)).toMatchObject({ size: MAX_FILE_BYTES })
    expect(await filesOf(first.id)).toMatchObject([{ state: 'stored', size: MAX_FILE_BYTES }])
  })

  it('is refused in every way of upload when the storage of the firm is full', async () => {
    const { bookkeeper, client, first } = await newWork()
    const storage = async () => (await get<Usage>(bookkeeper, '/api/usage')).storage
    const before = await storage()
    expect(before.most).toBe(50e9)
    const { id } = await uploaded(client, first.id, 'a.pdf', pdf('a', 1_000_000))
    expect((await storage()).used - before.used).toBeGreaterThan(900_000)
    await change('UPDATE firm_storage SET bytes = 50000000000 WHERE firm_id = ?', bookkeeper.firmId)
    const refusal = await upload(client, first.id, 'b.pdf', pdf('b', 5000))
    expect(refusal.headers.get('retry-after')).toBe('3600')
    const detail = 'There is no storage left for this. Please contact your bookkeeper.'
    expect(await refused(refusal, 'storage_limit')).toEqual({ title: 'Storage is full', detail })
    await refused(upload(client, first.id, 'c.pdf', pdf('c', 3_000_000)), 'storage_limit')
    const announced = { field: 'scan', name: 'd.pdf', size: 20_000_000 }
    await refused(send(client, 'POST', `/api/portal/sections/${first.id}/uploads`, announced), 'storage_limit')
    expect(await filesOf(first.id)).toHaveLength(1)
    await good(client.fetch(`/api/portal/files/${id}`, { method: 'DELETE' }))
    await uploaded(client, first.id, 'e.pdf', pdf('e', 5000))
    expect((await storage()).used).toBeLessThan(50e9)
  })

  it.each([2 * 1024 * 1024, 2 * 1024 * 1024 + 1])(
    'of %d bytes is stored unchanged, buffered or streamed',
    async (size) => {
      const { client, first } = await newWork()
      const bytes = new Uint8Array(await pdf('b', size).arrayBuffer())
      const { id } = await uploaded(client, first.id, 'a.pdf', bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      expect(await filesOf(first.id)).toMatchObject([{ id, state: 'stored', size: bytes.length, sha256 }])
      const back = new Uint8Array(await (await client.fetch(`/api/files/${id}`)).arrayBuffer())
      expect(createHash('sha256').update(back).digest('hex')).toBe(sha256)
    },
  )

  it('needs a Content-Length', async () => {
    const { client, first } = await newWork()
    expect(await problemOf(await upload(client, first.id, 'a.pdf', streamed(1000)))).toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'content-length' }],
    })
    expect(await filesOf(first.id)).toEqual([])
  })

  it('is read to its end when it is repeated, so that a browser gets the response', async () => {
    const { client, first } = await newWork()
    const headers = { 'idempotency-key': 'upload-of-the-large-one' }
    const once = await good<FileAnswer>(upload(client, first.id, 'a.pdf', pdf('large', 20_000_000), 'scan', headers))
    expect(await good(upload(client, first.id, 'a.pdf', pdf('large', 20_000_000), 'scan', headers))).toEqual(once)
  })

  it('becomes one file when the request is repeated', async () => {
    const { client, first } = await newWork()
    const headers = { 'idempotency-key': 'upload-of-the-passport' }
    const once = await good<FileAnswer>(upload(client, first.id, 'a.pdf', pdf(), 'scan', headers))
    expect(await good(upload(client, first.id, 'a.pdf', pdf(), 'scan', headers))).toEqual(once)
    const both = await Promise.all(
      [1, 2].map(() =>
        good(upload(client, first.id, 'b.pdf', pdf(), 'scan', { 'idempotency-key': 'upload-of-another' })),
      ),
    )
    expect(both[0]).toEqual(both[1])
    await expect.poll(async () => (await filesOf(first.id)).length).toBe(2)
    expect((await client.fetch(`/api/files/${(both[0] as FileAnswer).id}`)).status).toBe(200)
  })
})

/** Expects that the path has no object after the queued work: a row that names it finds none. */
async function expectNoObject(client: TestClient, assignmentId: string, path: string): Promise<void> {
  await delivered('recipient = ?', `files:${client.userId}`)
  const id = crypto.randomUUID()
  await change(
    `INSERT INTO files (id, owner_id, firm_id, client_id, assignment_id, field_id, purpose, name, path, size, type,
      state, created_at)
     SELECT ?, ?, firm_id, id, ?, 'scan', 'answer', 'probe.pdf', ?, 1, 'application/pdf', 'stored', ?
      FROM book_clients WHERE id = ?`,
    id,
    client.userId,
    assignmentId,
    path,
    new Date().toISOString(),
    client.clientId,
  )
  await refused(client.fetch(`/api/files/${id}`), 'not_found')
  await change('DELETE FROM files WHERE id = ?', id)
}

describe('removing an upload', () => {
  it('removes row and object, and audits it', async () => {
    const { client, first } = await newWork()
    const file = await uploaded(client, first.id, 'a.pdf')
    await good(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }))
    await refused(client.fetch(`/api/files/${file.id}`), 'not_found')
    await refused(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }), 'not_found')
    expect(await opened(client, first.id)).toMatchObject({ answers: {} })
    await expectAudit('file.removed', file.id)
    expect(await queued('purge', `files:${client.clientId}`, file.path)).toHaveLength(1)
    await delivered('recipient = ?', `files:${client.clientId}`)
    // The object is removed too: a row that names it finds none.
    await change(`UPDATE files SET state = 'stored' WHERE id = ?`, file.id)
    await refused(client.fetch(`/api/files/${file.id}`), 'not_found')
  })

  it('is possible only for the owner while the section is open', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'a.pdf')
    const others = [await newClient(bookkeeper), await newClient(await newBookkeeper())]
    for (const other of others)
      await refused(other.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }), 'not_found')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    await refused(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }), 'section_locked')
    await decided(bookkeeper, 'approve', first.id, { version: 1 })
    await refused(client.fetch(`/api/portal/files/${file.id}`, { method: 'DELETE' }), 'section_locked')
    expect(await get(client, `/api/portal/sections/${first.id}`)).toMatchObject({ answers: { scan: [file] } })
  })
})
