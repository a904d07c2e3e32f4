import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ResponseBody } from '../../../shell/sdk/src/api.ts'
import { type ApiClient, createApiClient } from '../../../worker/client.ts'
import { signAccessToken } from '../../../worker/src/platform/access/access-token.ts'
import type { Actor } from '../../../worker/src/context.ts'
import type { Portal } from '../portal.ts'

const TIMEOUT_MS = 45_000
/** For how long a user retries. */
const RETRY_MS = 90_000

/** A response that no fault explains. */
export class UnexpectedResponse extends Error {}
/** No definite response, however often the user retried. */
export class NoResponse extends UnexpectedResponse {}

/**
 * `wait`: 503 or 429 with Retry-After. `refused`: any other problem document below 500. `no response`: the connection
 * failed. `unclean`: any other failure, or one that reveals internals. `timeout`: no response within 45 seconds.
 */
const ZERO_COUNTS = { success: 0, wait: 0, refused: 0, 'no response': 0, unclean: 0, timeout: 0, 'longest (ms)': 0 }
type Outcome = Exclude<keyof typeof ZERO_COUNTS, 'longest (ms)'>

/** Internals that no response may reveal: the database, file names, stacks, the platform. */
const INTERNALS =
  /SQLITE_|sqlite|libsql|hrana|\bat (async )?\S+ \(|\.[jt]s:\d+|node_modules|Durable Object|workerd|R2_|<html/i

function classify({ ok, status, headers }: Response, text: string): Outcome {
  if (ok) return 'success'
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json')
  if (!isProblem || INTERNALS.test(text)) return 'unclean'
  if (status === 503 || status === 429) return Number(headers.get('retry-after')) > 0 ? 'wait' : 'unclean'
  return status < 500 ? 'refused' : 'unclean'
}

export const NO_FAULT = 'no fault'

/** What users saw, by the fault that was active when they sent the request. */
export class Responses {
  /** The active fault. */
  fault = NO_FAULT
  readonly counts = new Map<string, typeof ZERO_COUNTS>()
  /** Responses that no user may ever see: unclean ones and timeouts. */
  readonly unclean: string[] = []
  /** Responses that no fault explains. */
  readonly unexpected: { message: string; during: string }[] = []

  add(fault: string, outcome: Outcome, ms: number, description: string): void {
    const counts = this.counts.get(fault) ?? { ...ZERO_COUNTS }
    this.counts.set(fault, counts)
    counts[outcome]++
    counts['longest (ms)'] = Math.max(counts['longest (ms)'], Math.round(ms))
    if (outcome === 'unclean' || outcome === 'timeout') this.unclean.push(`${fault}: ${outcome}: ${description}`)
  }
}

type AnyResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json' | 'text'>

export type User = ReturnType<typeof createUser>

/** Returns a signed-in user, who retries each request until it succeeds or is refused. */
export function createUser(portal: Portal, responses: Responses, email: string, actor: Actor) {
  const accessToken = async () => (await signAccessToken(portal.secret, actor, new Date())).token

  /** Sends a request once. Returns a network error (status 0) if there is no response. */
  async function fetchOnce(path: string, init: RequestInit = {}, key: string = randomUUID()): Promise<Response> {
    const { fault } = responses
    const started = performance.now()
    const add = (outcome: Outcome, text = '') =>
      responses.add(fault, outcome, performance.now() - started, `${init.method ?? 'GET'} ${path} ${text}`)
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${await accessToken()}`)
    headers.set('idempotency-key', key)
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const response = await fetch(portal.url + path, { ...init, headers, signal })
      const body = await response.arrayBuffer()
      const text = response.ok ? '' : new TextDecoder().decode(body)
      add(classify(response, text), `${response.status} ${text}`)
      return new Response(body, response)
    } catch (error) {
      add(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'no response')
      return Response.error()
    }
  }

  /**
   * Sends a request until there is a definite response, each time with the same idempotency key.
   * @param options.accept statuses that the caller handles
   * @throws UnexpectedResponse when it is refused, NoResponse after 90 seconds
   */
  async function send<R extends AnyResponse>(
    request: (api: ApiClient) => Promise<R>,
    { accept = [], key = randomUUID() }: { accept?: readonly number[]; key?: string } = {},
  ) {
    const api = createApiClient({ fetch: (path, init) => fetchOnce(path as string, init, key) })
    const deadline = Date.now() + RETRY_MS
    for (;;) {
      const response = await request(api)
      const { ok, status, headers } = response
      if (ok || accept.includes(status)) return { ok, body: (await response.json()) as ResponseBody<R> }
      const message = `${String(request)}: ${status} ${await response.text()}`
      if (status > 0 && status < 500 && status !== 429) throw new UnexpectedResponse(message)
      if (Date.now() > deadline) throw new NoResponse(message)
      const retryAfterMs = Number(headers.get('retry-after')) * 1000
      await pause(Math.min(retryAfterMs, 3000) + 50 + Math.random() * 250)
    }
  }

  return { id: actor.userId, email, accessToken, fetchOnce, send }
}
