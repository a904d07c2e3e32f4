import type { FileAnswer } from '@portal/contract/fields'
import { UPLOAD_PART_BYTES } from '@portal/contract/limits'
import { ApiError, setSession } from '@portal/sdk'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Destination, sendFile } from './send-file.tsx'

const sdk = vi.hoisted(() => ({ uploadFile: vi.fn() }))
vi.mock('@portal/sdk', async (original) => ({ ...(await original<typeof import('@portal/sdk')>()), ...sdk }))

const PART = UPLOAD_PART_BYTES
const ID = '00000000-0000-7000-8000-000000000001'
const ANSWER: FileAnswer = { id: ID, name: 'big.pdf', path: 'p', size: 2 * PART + 5, type: 'application/pdf' }
const big = () => new File([new Uint8Array(2 * PART + 5)], 'big.pdf')

/** The server: the parts it has and its next answers. */
let parts: number[]
let sent: string[]
let begun: number
let answers: Record<string, [number, unknown][]>

const problem = (status: number, code: string): [number, unknown] => [
  status,
  { type: '', code, title: code, status, detail: code },
]

beforeEach(() => {
  parts = []
  sent = []
  begun = 0
  answers = {}
  setSession(null, 'signed-out')
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const what = `${request.method} ${new URL(request.url).pathname.split('/').slice(4).join('/')}`.trim()
    sent.push(what)
    const [status, body] =
      answers[what]?.shift() ??
      (what === 'GET' ? [200, { id: ID, size: ANSWER.size, part_size: PART, parts }] : [200, ANSWER])
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  sdk.uploadFile
    .mockReset()
    .mockImplementation(
      async (path: string, blob: Blob, { onProgress }: { onProgress: (p: { sent: number }) => void }) => {
        const part = Number(path.split('/').at(-1))
        onProgress({ sent: blob.size })
        sent.push(`part ${part} of ${blob.size}`)
        parts.push(part)
      },
    )
})
afterEach(() => vi.unstubAllGlobals())

const destination: Destination = {
  whole: ({ name }) => `/api/whole/${name}`,
  begin: async (file, key) => {
    begun += 1
    sent.push(`begin ${key}`)
    return { id: ID, size: file.size, part_size: PART, parts: [] }
  },
}
function send(file: File, more: { uploadId?: string; sha256?: string } = {}) {
  const told = { progress: [] as number[], opened: [] as (string | undefined)[], arrived: 0 }
  const promise = sendFile(file, destination, {
    key: 'key-of-it',
    signal: new AbortController().signal,
    onProgress: (bytes) => told.progress.push(bytes),
    onOpened: (id) => told.opened.push(id),
    onArrived: () => told.arrived++,
    ...more,
  })
  return { told, promise }
}

it('uploads a small file in one request', async () => {
  sdk.uploadFile.mockResolvedValue(ANSWER)
  const file = new File([new Uint8Array(PART)], 'small.pdf')
  expect(await send(file).promise).toBe(ANSWER)
  expect(sdk.uploadFile.mock.calls[0]?.slice(0, 2)).toEqual(['/api/whole/small.pdf', file])
  expect(begun).toBe(0)
})

it('uploads a large file in parts and reports progress', async () => {
  const { promise, told } = send(big())
  expect(await promise).toEqual(ANSWER)
  expect(sent).toEqual(['begin key-of-it-1', `part 1 of ${PART}`, `part 2 of ${PART}`, 'part 3 of 5', 'POST complete'])
  expect(told).toMatchObject({ opened: [ID], arrived: 1 })
  expect(told.progress.at(-1)).toBe(ANSWER.size)
  expect(told.progress).toEqual(told.progress.toSorted((a, b) => a - b))
})

it('skips parts that have arrived before', async () => {
  parts = [1, 3]
  const { promise, told } = send(big(), { uploadId: ID })
  expect(await promise).toEqual(ANSWER)
  expect(sent).toEqual(['GET', `part 2 of ${PART}`, 'POST complete'])
  expect(told.progress[0]).toBe(PART + 5)
  expect(told.opened).toEqual([])
})

it('only completes the upload when the last response was lost', async () => {
  answers = { GET: [problem(404, 'not_found')] }
  expect(await send(big(), { uploadId: ID }).promise).toEqual(ANSWER)
  expect(sent).toEqual(['GET', 'POST complete'])
})

it('starts over under another key when the server has dropped the upload', async () => {
  answers = { GET: [problem(404, 'not_found')], 'POST complete': [problem(404, 'not_found')] }
  const { promise, told } = send(big(), { uploadId: ID })
  expect(await promise).toEqual(ANSWER)
  expect(sent.filter((s) => s.startsWith('begin'))).toEqual(['begin key-of-it-2'])
  expect(told.opened).toEqual([undefined, ID])
})

it('resends parts that the server is missing', async () => {
  answers = { 'POST complete': [problem(409, 'upload_incomplete')] }
  const { promise } = send(big())
  sdk.uploadFile.mockImplementationOnce(async () => undefined)
  expect(await promise).toEqual(ANSWER)
  expect(sent.filter((s) => s === `part 1 of ${PART}`)).toHaveLength(1)
  expect(begun).toBe(1)
})

it('passes on any other error', async () => {
  sdk.uploadFile.mockRejectedValue(new ApiError({ code: 'section_locked', title: '', detail: '', status: 409 }))
  await expect(send(big()).promise).rejects.toMatchObject({ code: 'section_locked' })
})
