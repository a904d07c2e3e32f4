import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import type { FileAnswer } from '@portal/contract/fields'
import { MAX_FILE_BYTES, UPLOAD_PART_BYTES } from '@portal/contract/limits'
import { realPdf } from '@portal/contract/testing/real-files'
import { good } from '../../../worker/src/testing/accounts.ts'
import { type Caller, newBookkeeper, newClient, portalUrl, stranger } from '../../../worker/src/testing/portal.ts'
import { pdf } from '../../../worker/src/testing/sections.ts'
import { until } from '../../../worker/src/testing/until.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import { attack } from '../lib/attack.ts'
import { countRows } from '../lib/database.ts'
import { inParallel, words } from '../lib/requests.ts'
import { completeUpload, newUploadPlaces, startUpload, type UploadPlace, uploadPart, uploadWhole } from './places.ts'

/** Uploads and downloads that are cut off, out of order, incomplete, or belong to others. */

const { bookkeeper, client, places } = await newUploadPlaces()
const place = places[0] as UploadPlace
const others = [bookkeeper, await newClient(bookkeeper), await newBookkeeper()]

attack('parts that do not add up, or belong to others', async (t) => {
  for (const size of [0, MAX_FILE_BYTES + 1, -1, 1.5, 1e308, '10', null, Number.MAX_SAFE_INTEGER])
    await t.refuses(`a size of ${size}`, startUpload(place, 'a.pdf', size))
  const whole = new Uint8Array(await pdf('large', UPLOAD_PART_BYTES + 100).arrayBuffer())
  const [one, two] = [whole.slice(0, UPLOAD_PART_BYTES), whole.slice(UPLOAD_PART_BYTES)]
  const start = async (size = whole.length) => (await good<{ id: string }>(startUpload(place, 'a.pdf', size))).id
  const put = (id: string, part: number | string, body: BodyInit) => uploadPart(client, id, part, body)
  const complete = (id: string, body = {}) => completeUpload(client, id, body)

  const id = await start()
  await t.refuses('completing without parts', complete(id), 'upload_incomplete')
  for (const part of [0, -1, 3, 10_000, 10_001, '1.5', '1e1', 'x', '%00'])
    await t.refuses(`part ${part}`, put(id, part, two), 'invalid_input')
  await t.refuses('a short part', put(id, 1, two), 'invalid_input')
  await t.refuses('a long part', put(id, 2, one), 'invalid_input')
  for (const other of [...others, await newClient(await newBookkeeper())]) {
    await t.refuses('reading the upload of another person', other.fetch(`/api/uploads/${id}`), 'not_found')
    await t.refuses('a part of another person', uploadPart(other, id, 2, two), 'not_found')
    await t.refuses('completing for another person', completeUpload(other, id), 'not_found')
    const canceled = other.fetch(`/api/uploads/${id}`, { method: 'DELETE' })
    await t.refuses('canceling for another person', canceled, 'not_found')
  }
  await t.refuses('a part without a token', uploadPart(stranger, id, 2, two), 'unauthenticated')
  await t.accepts('the last part first', put(id, 2, two))
  await t.refuses('completing without the first part', complete(id), 'upload_incomplete')
  await t.accepts('the first part last', put(id, 1, one))
  await t.refuses('another checksum', complete(id, { sha256: '0'.repeat(64) }), 'file_damaged')
  await t.refuses('completing after that', complete(id), 'not_found')

  const twice = await start()
  await t.accepts('the first part', put(twice, 1, one))
  await t.accepts('the last part', put(twice, 2, two))
  const sha256 = createHash('sha256').update(whole).digest('hex')
  const both = await Promise.all([complete(twice, { sha256 }), complete(twice, { sha256 })])
  for (const response of both) await t.accepts('completing twice at once', response)
  await t.refuses('a part of a complete file', put(twice, 1, one), 'not_found')
  const program = await start(1000)
  await t.refuses('a program', put(program, 1, new Uint8Array(1000).with(0, 0x4d)), 'file_content')
  await t.refuses('another part after that', put(program, 1, realPdf()), 'not_found')
})

const DIGITS = '0123456789'
const IGNORED = 'bytes=5-2 bytes=0-1,1-2,2-3,0-9,0-9,0-9 bytes=--1 bytes=1-2-3 bytes=0x1-0x2 bytes=a-b bytes= items=0-1'
/** Range headers, and what they select of ten digits. */
const RANGES = [
  { status: 206, selected: '0', ranges: ['bytes=0-0'] },
  { status: 206, selected: '9', ranges: ['bytes=-1', 'bytes=9-'] },
  { status: 206, selected: DIGITS, ranges: ['bytes=0-99999999999999999999', 'bytes=-99999999999999999999'] },
  { status: 416, selected: '', ranges: ['bytes=10-', 'bytes=99999999999999999999-', 'bytes=-0'] },
  { status: 200, selected: DIGITS, ranges: [...words(IGNORED), 'bytes=0-1, 5-6'] },
]

attack('ranges, conditions and keys of downloads', async (t) => {
  const file = await good<FileAnswer>(uploadWhole(place, 'ten.txt', DIGITS))
  const download = (headers: Record<string, string>, caller: Caller = client, key = file.id) =>
    caller.fetch(`/api/files/${key}`, { headers })
  for (const { status, selected, ranges } of RANGES) {
    for (const range of ranges) {
      const response = await download({ range })
      const text = await response.text()
      const length = Number(response.headers.get('content-length') ?? text.length)
      const held = response.status === status && length === text.length && (status === 416 || text === selected)
      t.check(held, `${range}: ${response.status} ${text.slice(0, 40)}`)
    }
  }
  const etag = (await download({})).headers.get('etag') ?? ''
  const conditions = { 'if-none-match': [etag, '*'], range: ['bytes=0-0', 'bytes=99-'], accept: ['*/*'] }
  for (const [name, values] of Object.entries(conditions)) {
    for (const value of values)
      for (const other of others)
        await t.refuses(`a draft's file, ${name}: ${value}`, download({ [name]: value }, other), 'not_found')
  }
  const { id, path } = file
  const keys = [`../${path}`, `${path}/../x`, `${id}\0`, `${id}\r\nx:y`, "' OR '1'='1"].map(encodeURIComponent)
  for (const key of [...keys, ...words('.. %2e%2e ..%2f.. * %')]) {
    const response = await download({}, client, key)
    t.check(!response.headers.has('x'), `the key ${key} sets a header`)
    await t.refuses(`the key ${key}`, response, 'not_found')
  }
})

/** Sends a raw request. @returns what the portal sent until it closed the connection or was silent for 4 s */
function exchange(head: readonly string[], body: readonly (string | Buffer)[], isCut: boolean): Promise<string> {
  const { hostname, port } = new URL(portalUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1')
      // A complete response to the whole request: nothing else follows.
      if (!isCut && /\r\n\r\n[\s\S]*\}/.test(received)) socket.destroy()
    })
    socket.setTimeout(4000, () => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const chunk of body) socket.write(chunk)
    if (isCut) socket.end()
  })
}

const HEAD = '%PDF-1.7\n'
const CHUNKED = `9\r\n${HEAD}\r\n0\r\n\r\n`
const SECOND_REQUEST = 'GET /api/profile HTTP/1.1\r\nHost: x\r\n\r\n'
const contentLengths = ['-9', '+9', '0x9', 'nine', '9'.repeat(40), `${MAX_FILE_BYTES + 1}`]

/** Headers and bodies that do not match. `isCut`: the connection ends before the body does. */
const MISMATCHES: { headers: string[]; body: (string | Buffer)[]; isCut?: boolean }[] = [
  { headers: ['Transfer-Encoding: chunked'], body: [CHUNKED] },
  { headers: ['Content-Length: 9', 'Transfer-Encoding: chunked'], body: [CHUNKED, SECOND_REQUEST] },
  { headers: ['Content-Length: 9', 'Content-Length: 5'], body: [HEAD] },
  ...contentLengths.map((length) => ({ headers: [`Content-Length: ${length}`], body: [HEAD] })),
  { headers: ['Content-Length: 0'], body: [] },
  { headers: ['Content-Length: 5000'], body: [HEAD], isCut: true },
  { headers: ['Content-Length: 4000000'], body: [HEAD, Buffer.alloc(300_000, 32)], isCut: true },
]

attack('uploads whose headers and body do not match', async (t) => {
  const head = [
    `POST ${place.path}/files?${new URLSearchParams({ ...place.input, name: 'mismatch.pdf' })} HTTP/1.1`,
    `Host: ${new URL(portalUrl).host}`,
    `Authorization: Bearer ${client.token}`,
  ]
  const statusOf = (received: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
  await inParallel(
    MISMATCHES,
    async ({ headers, body, isCut = false }) => {
      const received = await exchange([...head, ...headers], body, isCut)
      const status = statusOf(received)
      const isRefused = status === 0 || (status >= 400 && status < 500) || (isCut && status === 503)
      t.check(isRefused && !received.includes('HTTP/1.1 200'), `${headers.join(', ')}: ${received.slice(0, 160)}`)
    },
    MISMATCHES.length,
  )
  // What follows the announced length is refused, and is not part of the file.
  const whole = Buffer.from(realPdf())
  const received = await exchange([...head, `Content-Length: ${whole.length}`], [whole, SECOND_REQUEST], false)
  const isStored = statusOf(received) === 201 && !received.includes('HTTP/1.1 200')
  t.check(isStored, `a body followed by a request: ${received.slice(0, 160)}`)
  const stored = await rows<{ size: number }>("SELECT size FROM files WHERE name = 'mismatch.pdf' AND state = 'stored'")
  t.check(stored.length === 1 && stored[0]?.size === whole.length, `stored: ${JSON.stringify(stored)}`)
  const left = () => countRows("files WHERE name = 'mismatch.pdf'")
  await until('the end of cut uploads', async () => ((await left()) === 1 ? true : undefined), 5000)
})
