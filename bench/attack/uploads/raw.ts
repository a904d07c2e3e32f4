import { connect } from 'node:net'
import { MAX_FILE_BYTES } from '@portal/contract/limits'
import { realPdf } from '@portal/contract/testing/real-files'
import { portalUrl } from '../../../worker/src/testing/portal.ts'
import type { Work } from '../../../worker/src/testing/sections.ts'
import { rows } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'

/** Uploads over a bare connection, whose headers and body do not agree. */

const PDF = '%PDF-1.7\n'
const WAIT_MS = 4000

/** Sends bytes as they are. @returns all that was answered until the connection ended or fell silent */
function exchange(head: readonly string[], body: readonly (string | Buffer)[], hangUp: boolean): Promise<string> {
  const { hostname, port } = new URL(portalUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let said = ''
    const end = () => {
      socket.destroy()
      resolve(said)
    }
    socket.setTimeout(WAIT_MS, end)
    socket.on('data', (part: Buffer) => {
      said += part.toString('latin1')
      // A whole answer to what was sent: nothing more is to come that matters.
      if (!hangUp && /\r\n\r\n[\s\S]*\}/.test(said)) end()
    })
    socket.on('error', () => undefined)
    socket.on('close', end)
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    for (const part of body) socket.write(part)
    if (hangUp) socket.end()
  })
}

const statusOf = (said: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 0)

interface Bare {
  what: string
  headers: string[]
  body: (string | Buffer)[]
  /** Ends the connection when all is sent. */
  hangUp?: boolean
}

const SMUGGLED = 'GET /api/profile HTTP/1.1\r\nHost: x\r\n\r\n'
const BARE: readonly Bare[] = [
  { what: 'no length', headers: ['Transfer-Encoding: chunked'], body: [`9\r\n${PDF}\r\n0\r\n\r\n`] },
  {
    what: 'a length and chunks',
    headers: ['Content-Length: 9', 'Transfer-Encoding: chunked'],
    body: [`9\r\n${PDF}\r\n0\r\n\r\n${SMUGGLED}`],
  },
  { what: 'two lengths', headers: ['Content-Length: 9', 'Content-Length: 5'], body: [PDF] },
  { what: 'a negative length', headers: ['Content-Length: -9'], body: [PDF] },
  { what: 'a signed length', headers: ['Content-Length: +9'], body: [PDF] },
  { what: 'a hexadecimal length', headers: ['Content-Length: 0x9'], body: [PDF] },
  { what: 'a length in words', headers: ['Content-Length: nine'], body: [PDF] },
  { what: 'an endless length', headers: [`Content-Length: ${'9'.repeat(40)}`], body: [PDF] },
  { what: 'a length of more than there is', headers: ['Content-Length: 5000'], body: [PDF], hangUp: true },
  {
    what: 'a length of much more than there is',
    headers: ['Content-Length: 4000000'],
    body: [PDF, Buffer.alloc(300_000, 32)],
    hangUp: true,
  },
  { what: 'one byte more than may be', headers: [`Content-Length: ${MAX_FILE_BYTES + 1}`], body: [PDF] },
  { what: 'no body', headers: ['Content-Length: 0'], body: [] },
]

/** None of these becomes a file, and none leaves anything behind. */
export async function rawUploads({ client, first }: Work): Promise<Attack> {
  const tally = new Tally('uploads whose headers and body do not agree', 'connections')
  const query = new URLSearchParams({ field: 'scan', name: 'bare.pdf' })
  const left = () => rows(`SELECT id FROM files WHERE name = 'bare.pdf'`)
  const lead = [
    `POST /api/portal/sections/${first.id}/files?${query} HTTP/1.1`,
    `Host: ${new URL(portalUrl).host}`,
    `Authorization: Bearer ${client.token}`,
  ]
  // Some of them are never answered: the waits go side by side.
  const tries = BARE.map(async ({ what, headers, body, hangUp = false }) => {
    const said = await exchange([...lead, ...headers], body, hangUp)
    const status = statusOf(said)
    tally.held(
      status === 0 || (status >= 400 && status < 500) || (hangUp && status === 503),
      () => `${what}: ${status}`,
    )
    tally.held(!said.includes('HTTP/1.1 200'), () => `${what}: a second request went through`)
  })
  await Promise.all(tries)
  // More than was announced belongs to no request of ours: the file has the length that was announced, and the rest is refused.
  const whole = Buffer.from(realPdf())
  const more = await exchange([...lead, `Content-Length: ${whole.length}`], [whole, SMUGGLED], false)
  tally.held(
    statusOf(more) === 201 && !more.includes('HTTP/1.1 200'),
    () => `more than was announced: ${statusOf(more)}`,
  )
  const [kept, ...others] = await rows<{ size: number; state: string }>(
    `SELECT size, state FROM files WHERE name = 'bare.pdf' AND state = 'stored'`,
  )
  tally.held(
    kept?.size === whole.length && others.length === 0,
    () => `more than was announced: ${JSON.stringify([kept, ...others])}`,
  )
  for (let looks = 0; (await left()).length > 1 && looks < 100; looks++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  tally.held((await left()).length === 1, () => 'uploads that broke off left something behind')
  return tally.attack()
}
