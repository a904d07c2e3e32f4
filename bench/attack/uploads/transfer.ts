import { connect } from 'node:net'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { realPdf } from '@portal/contract/testing/real-files'
import { portalUrl } from '../../../worker/src/testing/portal.ts'
import { until } from '../../../worker/src/testing/until.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import { attack } from '../lib/attack.ts'
import { countRows } from '../lib/database.ts'
import { inParallel } from '../lib/requests.ts'
import { newUploadPlaces, type UploadPlace } from './places.ts'

/** Uploads that the client ends too early or too late. What parts must add up to is tested in `files/parts.test.ts`. */

const { client, places } = await newUploadPlaces()
const place = places[0] as UploadPlace

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
