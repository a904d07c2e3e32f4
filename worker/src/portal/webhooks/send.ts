import { Webhook } from 'standardwebhooks'
import type { Settings } from '../../env.ts'
import { addressProblem } from '../../platform/net/address-problem.ts'
import { retryAfterOf } from '../../platform/net/retry-after.ts'

/** A delivery to send. */
export interface Outgoing {
  url: string
  id: string
  body: string
  /** The valid signing secrets; there are two while one is being replaced. */
  secrets: readonly Uint8Array<ArrayBuffer>[]
}

/** The outcome of an attempt. */
export interface Outcome {
  ok: boolean
  /** Status and beginning of the response. */
  status: number | null
  answer: string | null
  /** What went wrong, as a sentence. */
  error: string | null
  /** Delay requested by the receiver (Retry-After), in milliseconds. */
  retryAfterMs: number
}

const TIMEOUT_MS = 10_000
/** Bytes of the response that are read and stored. */
const ANSWER_BYTES = 2048

/** Returns the beginning of a response as text, also when the connection breaks. */
async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    while (size < ANSWER_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      size += value.length
    }
  } catch {
    // Only the status matters.
  }
  await reader.cancel().catch(() => undefined)
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer()).slice(0, ANSWER_BYTES)
  return new TextDecoder().decode(bytes).replaceAll('\0', '')
}

function errorOf({ status }: Response): string | null {
  if (status >= 200 && status < 300) return null
  const redirect = status >= 300 && status < 400
  return redirect
    ? `The address answered ${status}, a redirect. Redirects are not followed.`
    : `The address answered ${status}.`
}

/** Returns the headers of Standard Webhooks (https://www.standardwebhooks.com), with a signature for each secret. */
function signedHeaders({ id, body, secrets }: Outgoing, now: Date): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret, { format: 'raw' }).sign(id, now, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

const failure = (error: string): Outcome => ({ ok: false, status: null, answer: null, error, retryAfterMs: 0 })

/** Sends a delivery once. Never throws. */
export async function send(
  config: Pick<Settings, 'development' | 'DOH_URL'>,
  out: Outgoing,
  now: Date,
): Promise<Outcome> {
  const problem = await addressProblem(config, out.url)
  if (problem) return failure(problem)
  try {
    const response = await fetch(out.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'ClientPortal-Webhooks/1',
        ...signedHeaders(out, now),
      },
      body: out.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const error = errorOf(response)
    return {
      ok: error === null,
      status: response.status,
      answer: await beginningOf(response),
      error,
      retryAfterMs: retryAfterOf(response, now),
    }
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError'
    return failure(
      late ? `The address did not answer within ${TIMEOUT_MS / 1000} seconds.` : 'The address could not be reached.',
    )
  }
}
