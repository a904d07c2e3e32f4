import type { FileAnswer } from '@portal/contract/fields'
import { describe, expect, it } from 'vitest'
import { good, refused } from '../../testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, stranger } from '../../testing/portal.ts'
import { decided, newWork, pdf, submit, uploaded } from '../../testing/sections.ts'
import { assigned, change, expectAudit, newWorkform, rows, trips } from '../../testing/work.ts'

const template = (
  bookkeeper: Caller,
  name: string,
  body: BodyInit,
  screen?: 'assign' | 'workforms',
): Promise<Response> =>
  bookkeeper.fetch(`/api/templates/files?${new URLSearchParams({ name, ...(screen ? { screen } : {}) })}`, {
    method: 'POST',
    body,
  })
const templateOf = (bookkeeper: Caller, name = 'form.pdf'): Promise<FileAnswer> =>
  good<FileAnswer>(template(bookkeeper, name, pdf(name)))

const offering = ({ name, path, size, type }: Pick<FileAnswer, 'name' | 'path' | 'size' | 'type'>) => [
  {
    id: 'signed',
    name: 'Signed form',
    type: 'download-reupload',
    section: 'Only',
    templateFile: { name, path, size, type },
  },
]

describe('a download', () => {
  it('is an inert attachment with a safe type, in one round trip', async () => {
    const { client, first } = await newWork()
    const file = await uploaded(client, first.id, 'Rechnung "März"; ½.pdf', pdf('invoice', 70_000))
    const response = await client.fetch(`/api/files/${file.id}`)
    expect(trips(response)).toEqual({ reads: 1, writes: 0 })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(file.size),
      'content-disposition': [
        'attachment; filename="Rechnung _M_rz__ _.pdf"',
        "filename*=UTF-8''Rechnung%20%22M%C3%A4rz%22%3B%20%C2%BD.pdf",
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'cache-control': 'private, no-store',
    })
    expect((await response.arrayBuffer()).byteLength).toBe(file.size)
    const text = await uploaded(client, first.id, 'page.txt', '<script>alert(1)</script>')
    expect((await client.fetch(`/api/files/${text.id}`)).headers.get('content-type')).toBe('text/plain; charset=utf-8')
  })

  it('returns the requested range, and resumes only the same file', async () => {
    const { client, first } = await newWork()
    const file = await uploaded(client, first.id, 'a.txt', '0123456789')
    const part = async (headers: Record<string, string>) => {
      const response = await client.fetch(`/api/files/${file.id}`, { headers })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await part({ range: 'bytes=2-4' })).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part({ range: 'bytes=7-' })).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part({ range: 'bytes=-3' })).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part({ range: 'bytes=8-100' })).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part({ range: `bytes=0-${'9'.repeat(20)}` })).toEqual([206, 'bytes 0-9/10', '0123456789'])
    expect(await part({ range: `bytes=-${'9'.repeat(20)}` })).toEqual([206, 'bytes 0-9/10', '0123456789'])
    for (const range of ['4-2', '0-1,4-5', '-', '--1', '1-2-3', '0x1-0x2', 'a-b', ''].map((text) => `bytes=${text}`))
      expect(await part({ range })).toEqual([200, null, '0123456789'])
    expect(await part({ range: 'lines=1-2' })).toEqual([200, null, '0123456789'])
    for (const range of ['bytes=10-', `bytes=${'9'.repeat(20)}-`, 'bytes=-0'])
      await refused(client.fetch(`/api/files/${file.id}`, { headers: { range } }), 'invalid_range')
    const etag = (await client.fetch(`/api/files/${file.id}`)).headers.get('etag') ?? ''
    expect(await part({ range: 'bytes=2-4', 'if-range': etag })).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part({ range: 'bytes=2-4', 'if-range': '"another"' })).toEqual([200, null, '0123456789'])
  })

  it('of a submitted file is possible only for the client and their bookkeeper', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    for (const who of [client, bookkeeper]) {
      expect((await who.fetch(`/api/files/${file.id}`)).status).toBe(200)
      expect((await who.fetch(`/api/files/${encodeURIComponent(file.path)}`)).status).toBe(200)
    }
    const colleague = await newBookkeeper(bookkeeper.firmId)
    const others = [
      await newClient(bookkeeper),
      colleague,
      await newClient(colleague),
      await newBookkeeper(),
      await newClient(await newBookkeeper()),
    ]
    for (const other of others) {
      await refused(other.fetch(`/api/files/${file.id}`), 'not_found')
      await refused(other.fetch(`/api/files/${encodeURIComponent(file.path)}`), 'not_found')
    }
    for (const headers of [{ 'if-none-match': '*' }, { range: 'bytes=0-0' }, { range: 'bytes=999-' }])
      for (const other of others) await refused(other.fetch(`/api/files/${file.id}`, { headers }), 'not_found')
    await refused(stranger.fetch(`/api/files/${file.id}`), 'unauthenticated')
  })

  it('is refused for the bookkeeper when the file is not submitted', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await refused(bookkeeper.fetch(`/api/files/${file.id}`), 'not_found')
    expect((await client.fetch(`/api/files/${file.id}`)).status).toBe(200)
  })

  it('is refused for everyone after a rejection', async () => {
    const { bookkeeper, client, first } = await newWork()
    const file = await uploaded(client, first.id, 'passport.pdf')
    await good(submit(client, first.id, { name: 'Cleo', scan: [file] }))
    await decided(bookkeeper, 'reject', first.id, { version: 1, reason: 'Blurred' })
    for (const who of [client, bookkeeper]) await refused(who.fetch(`/api/files/${file.id}`), 'not_found')
  })

  it('of an unknown file is not found', async () => {
    const { client } = await newWork()
    const paths = ['../../etc/passwd', "' OR '1'='1", '*', 'a\0', 'a\r\nx: y'].map(encodeURIComponent)
    for (const key of ['nothing', crypto.randomUUID(), ...paths, '..', '%2e%2e', '%'])
      await refused(client.fetch(`/api/files/${key}`), 'not_found')
  })
})

describe('a template file', () => {
  it('is stored with the path and file types of its screen', async () => {
    const bookkeeper = await newBookkeeper()
    const response = await template(bookkeeper, 'Tax form.pdf', pdf(), 'workforms')
    expect(response.status).toBe(201)
    expect(trips(response)).toEqual({ reads: 0, writes: 1 })
    const file = (await response.json()) as FileAnswer
    expect(file.path).toMatch(new RegExp(`^bookkeeper/${bookkeeper.userId}/templates/\\d{13}_Tax_form.pdf$`))
    await expectAudit('template.uploaded', file.id)
    const other = await good<FileAnswer>(
      template(bookkeeper, 'photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'assign'),
    )
    expect(other.path).toMatch(new RegExp(`^templates/${bookkeeper.userId}/template_\\d{13}_photo.png$`))
    await refused(template(bookkeeper, 'photo.png', new Uint8Array([0x89, 0x50])), 'file_type')
    await refused(template(bookkeeper, 'note.txt', 'text', 'assign'), 'file_type')
    await good(template(bookkeeper, 'note.txt', 'text'))
    await refused(template(bookkeeper, 'form.pdf', 'MZ'), 'file_content')
    await refused(template(bookkeeper, 'form.pdf', ''), 'file_empty')
    expect(await rows('SELECT 1 FROM files WHERE owner_id = ?', bookkeeper.userId)).toHaveLength(3)
  })

  it('is readable in the firm and by clients whose workform offers it', async () => {
    const { bookkeeper, client } = await newWork()
    const file = await templateOf(bookkeeper)
    const download = (who: Caller, key = file.id) => who.fetch(`/api/files/${encodeURIComponent(key)}`)
    expect((await download(bookkeeper)).status).toBe(200)
    expect((await download(await newBookkeeper(bookkeeper.firmId))).status).toBe(200)
    await refused(download(await newBookkeeper()), 'not_found')
    await refused(download(client), 'not_found')
    const workform = await newWorkform(bookkeeper, { fields: offering(file) })
    await refused(download(client), 'not_found')
    await assigned(bookkeeper, workform, [client.clientId])
    for (const key of [file.id, file.path]) expect((await download(client, key)).status).toBe(200)
    await refused(download(await newClient(bookkeeper)), 'not_found')
  })

  it('of another firm stays unreadable when a workform names it', async () => {
    const elsewhere = await newBookkeeper()
    const secret = await templateOf(elsewhere)
    const { bookkeeper, client, first } = await newWork()
    // Stored directly, because the API refuses such a workform.
    await change(
      `INSERT INTO workform_versions (id, workform_id, version, name, fields, created_at)
       SELECT 'v-' || id, workform_id, 99, name, ?, created_at FROM workform_versions WHERE id = ?`,
      JSON.stringify(offering(secret)),
      first.workform_version_id,
    )
    await change(
      `UPDATE book_client_workforms SET workform_version_id = 'v-' || workform_version_id WHERE id = ?`,
      first.id,
    )
    for (const who of [client, bookkeeper]) {
      for (const key of [secret.id, secret.path])
        await refused(who.fetch(`/api/files/${encodeURIComponent(key)}`), 'not_found')
    }
  })
})
