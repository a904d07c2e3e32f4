import type { Settings } from '../env.ts'
import { addressProblem } from './address-problem.ts'
import { sign } from './signature.ts'

/** One delivery on its way. */
export interface Outgoing {
  url: string
  id: string
  body: string
  secrets: readonly Uint8Array<ArrayBuffer>[]
}

/** What came of a try. */
export interface Outcome {
  ok: boolean
  /** What was answered: status, and the beginning of the text. */
  status: number | null
  answer: string | null
  /** What went wrong, in words. */
  error: string | null
  /** How long the receiver wants to be left alone, in milliseconds. */
  wish: number
}

const TIMEOUT_MS = 10_000
/** How much of an answer is read and kept, in bytes. */
const ANSWER_BYTES = 2048

/** The beginning of an answer as text; whatever there is of it when it stalls or breaks. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let size = 0
  try {
    while (size < ANSWER_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      size += value.length
    }
  } catch {
    // The status is what counts.
  }
  await reader.cancel().catch(() => undefined)
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer()).slice(0, ANSWER_BYTES)
  return new TextDecoder().decode(bytes).replaceAll('\0', '')
}

function wishOf(response: Response, now: Date): number {
  const header = response.headers.get('retry-after') ?? ''
  const wish = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return wish > 0 ? wish : 0
}

function verdictOf({ status }: Response): string | null {
  if (status >= 200 && status < 300) return null
  const redirect = status >= 300 && status < 400
  return redirect
    ? `The address answered ${status}, a redirect. Redirects are not followed.`
    : `The address answered ${status}.`
}

const failure = (error: string): Outcome => ({ ok: false, status: null, answer: null, error, wish: 0 })

/** Tries once. Never throws: a receiver may do anything. */
export async function send(
  config: Pick<Settings, 'development' | 'DOH_URL'>,
  out: Outgoing,
  now: Date,
): Promise<Outcome> {
  const problem = await addressProblem(config, out.url)
  if (problem) return failure(problem)
  const timestamp = Math.floor(now.getTime() / 1000)
  try {
    const response = await fetch(out.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'ClientPortal-Webhooks/1',
        'webhook-id': out.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await sign(out.secrets, { id: out.id, timestamp, body: out.body }),
      },
      body: out.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const error = verdictOf(response)
    return {
      ok: error === null,
      status: response.status,
      answer: await beginningOf(response),
      error,
      wish: wishOf(response, now),
    }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return failure(
      late ? `The address did not answer within ${TIMEOUT_MS / 1000} seconds.` : 'The address could not be reached.',
    )
  }
}
