/**
 * Requests to the database, in Hrana 3 over HTTP. The server opens a connection for each stream and reads the whole
 * schema, which is 80 % of the cost of a small query. So a few streams stay open between requests, each identified by
 * its baton.
 */

/** The address of the database and its token. */
export interface DatabaseAddress {
  readonly url: string
  readonly token: string
}

/** A value in Hrana's encoding. */
export type HranaValue =
  | { type: 'null' }
  | { type: 'integer' | 'text'; value: string }
  | { type: 'float'; value: number }

/** The result of one statement. */
export interface StatementResult {
  cols: { name: string | null }[]
  rows: HranaValue[][]
}

/** The result of a batch. A step whose condition did not hold has neither a result nor an error. */
export interface BatchResult {
  step_results: (StatementResult | null)[]
  step_errors: ({ message: string; code?: string } | null)[]
}

/** The outcome of one request of a stream. */
export type StreamResult =
  | { type: 'ok'; response: { type: string; result: BatchResult } }
  | { type: 'error'; error: { message: string; code?: string } }

interface Answer {
  baton: string | null
  base_url: string | null
  results: StreamResult[]
}

/** A pooled stream. */
interface Slot {
  /** Undefined while the stream is in use. */
  baton: string | undefined
  /** When it was last used or taken, in milliseconds. */
  at: number
}

/** Size of each isolate's pool. When all streams are in use, a request opens one of its own. */
const POOL_SIZE = 8
/** How long a stream can be reused. The server closes it after ten seconds. */
const IDLE_MS = 8000
/** Time after which a stream counts as lost, because the request that used it was cut off. */
const LOST_MS = 120_000

const slots = new Map<string, Slot[]>()
/**
 * Databases whose streams continue at another address. Their streams are not pooled: the token is not sent elsewhere.
 */
const redirected = new Set<string>()

/** Takes the most recently used stream, or an empty slot; undefined when all are in use. */
function take(url: string): Slot | undefined {
  if (redirected.has(url)) return undefined
  const now = Date.now()
  const known = slots.get(url) ?? []
  slots.set(url, known)
  let best: Slot | undefined
  for (const slot of known)
    if (slot.baton !== undefined && now - slot.at < IDLE_MS && slot.at >= (best?.at ?? 0)) best = slot
  best ??= known.find((slot) => now - slot.at >= (slot.baton === undefined ? LOST_MS : IDLE_MS))
  if (best) return best
  if (known.length >= POOL_SIZE) return undefined
  const slot = { baton: undefined, at: 0 }
  known.push(slot)
  return slot
}

/** Where and over which stream a request is sent. */
interface Sending {
  place: DatabaseAddress
  url: string
  baton: string | undefined
  timeoutMs: number
}

async function post({ place, url, baton, timeoutMs }: Sending, requests: string): Promise<Response> {
  return fetch(`${url}/v3/pipeline`, {
    method: 'POST',
    // The token must not follow a redirect.
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(place.token ? { authorization: `Bearer ${place.token}` } : {}) },
    body: `{"baton":${JSON.stringify(baton ?? null)},"requests":[${requests}]}`,
    signal: AbortSignal.timeout(timeoutMs),
  })
}

const CLOSE = '{"type":"close"}'

/** Reads the answer. @throws Error when the database did not answer with 2xx */
async function read(response: Response): Promise<Answer> {
  if (response.ok) return response.json<Answer>()
  await response.body?.cancel()
  throw new Error(`database answered ${response.status}`)
}

/**
 * Sends requests over one stream, in order. They must not leave a transaction open.
 * @param requests each as JSON
 * @throws Error when there was no complete answer; the requests may have been executed
 */
export async function send(
  place: DatabaseAddress,
  requests: readonly string[],
  timeoutMs: number,
): Promise<StreamResult[]> {
  const url = place.url.replace(/^libsql:/, 'https:').replace(/\/$/, '')
  const slot = take(url)
  if (!slot)
    return (await read(await post({ place, url, baton: undefined, timeoutMs }, [...requests, CLOSE].join()))).results
  const baton = Date.now() - slot.at < IDLE_MS ? slot.baton : undefined
  slot.baton = undefined
  slot.at = Date.now()
  try {
    const { results, ...next } = await onStream({ place, url, baton, timeoutMs }, requests.join())
    if ((next.base_url ?? url).replace(/\/$/, '') !== url) redirected.add(url)
    slot.baton = next.baton ?? undefined
    slot.at = next.baton === null ? 0 : Date.now()
    return results
  } catch (error) {
    slot.at = 0
    throw error
  }
}

/** Sends the requests over the pooled stream, or a new one if the server no longer knows it. */
async function onStream(sending: Sending, requests: string): Promise<Answer> {
  const response = await post(sending, requests)
  if (sending.baton === undefined || response.status < 400 || response.status >= 500) return read(response)
  // The server does not know the stream, for example after a restart: nothing was executed.
  await response.body?.cancel()
  return read(await post({ ...sending, baton: undefined }, requests))
}
