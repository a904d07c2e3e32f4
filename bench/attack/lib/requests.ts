import { type IncomingHttpHeaders, request } from 'node:http'
import { Readable } from 'node:stream'
import { ERRORS } from '@portal/contract/errors'
import { Problem } from '@portal/contract/problem'
import { newAddress } from '../../../worker/src/testing/new-address.ts'

/** Helpers that send requests, in addition to `send`, `post` and `ask` of the worker's tests. */

/** Returns the words of a text, such as a list of payloads. */
export const words = (text: string): string[] => text.trim().split(/\s+/)

/** Reads a response to its end and returns its text. */
export const drain = async (response: Response | Promise<Response>): Promise<string> => (await response).text()

/** Calls `make` with 0 to n - 1, all at once. */
export const atOnce = <T>(n: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))

/** Runs a task for each item, eight at a time. */
export const inParallel = <T>(items: readonly T[], task: (item: T) => Promise<void>, concurrency = 8): Promise<void> =>
  Readable.from(items).forEach(task, { concurrency })

/** Returns headers for a request from a network and site that were not used before. */
export const fromNewAddress = () => ({ 'cf-connecting-ip': newAddress() })

/** A response to a raw request. The status is 101 when the connection was upgraded. */
export interface RawResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Sends a request that `fetch` would refuse or change, with any header and path. Uses POST if there is a body. */
export function rawRequest(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<RawResponse> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      )
    })
    sent.on('upgrade', ({ headers: upgraded }, socket) => {
      socket.destroy()
      resolve({ status: 101, headers: upgraded, text: '' })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Matches internals that no response may contain. */
const INTERNALS = new RegExp(
  [
    String.raw`SQLITE_|libsql|hrana|drizzle|\bSELECT\b.+\bFROM\b`,
    String.raw`\bINSERT INTO\b|book_client|auth_users|Durable ?Object`,
    String.raw`\bat \S+ \(|\.(ts|js):\d+|node_modules|stack trace|(Type|Syntax|Range|Reference|Zod)Error`,
  ].join('|'),
)

/** Returns the problem of a response: a 5xx, not a problem of the contract, or one that reveals internals. */
export function badResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): string | undefined {
  if (status >= 500) return `${status} ${text.slice(0, 120)}`
  if (status < 400) return undefined
  const type = headers.get('content-type')
  if (!type?.startsWith('application/problem+json')) return `${status} as ${type}: ${text.slice(0, 80)}`
  const parsed = Problem.safeParse(JSON.parse(text))
  if (!parsed.success) return `${status} is not a problem document: ${text.slice(0, 80)}`
  const { code, status: stated, errors = [] } = parsed.data
  if (!(code in ERRORS) || stated !== status) return `${status} states ${stated} ${code}`
  if (code === 'invalid_input' && errors.some((e) => e.path === ''))
    return `${status} names no field: ${text.slice(0, 120)}`
  const internals = INTERNALS.exec(text)
  return internals ? `reveals ${internals[0]}` : undefined
}
