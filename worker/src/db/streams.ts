/**
 * Requests to the database, in Hrana 3 over HTTP. The server opens a connection per stream, and reads the whole schema for it: four fifths of
 * what a small query costs. So a few streams are kept open between requests; a stream is nothing but its baton, the name it has for next time.
 */

/** Where the database answers, and what opens it. */
export interface DatabasePlace {
  readonly url: string
  readonly token: string
}

/** A value as Hrana writes it. */
export type HranaValue =
  | { type: 'null' }
  | { type: 'integer' | 'text'; value: string }
  | { type: 'float'; value: number }

/** The result of one statement. */
export interface StatementResult {
  cols: { name: string | null }[]
  rows: HranaValue[][]
}

/** The result of a batch; a statement whose condition did not hold has neither result nor error. */
export interface BatchResult {
  step_results: (StatementResult | null)[]
  step_errors: ({ message: string; code?: string } | null)[]
}

/** What became of one request of a stream. */
export type StreamResult =
  | { type: 'ok'; response: { type: string; result: BatchResult } }
  | { type: 'error'; error: { message: string; code?: string } }

interface Answer {
  baton: string | null
  base_url: string | null
  results: StreamResult[]
}

/** A stream that is kept. Without a baton somebody is using it, since `at` (milliseconds). */
interface Slot {
  baton: string | undefined
  at: number
}

/** Streams kept at most by each isolate; beyond it one is opened for the request alone. */
const KEPT = 8
/** The server lets a stream go after ten seconds. */
const KEPT_MS = 8000
/** A stream that did not come back: whoever used it was cut off. */
const LOST_MS = 120_000

const slots = new Map<string, Slot[]>()
/** Databases whose streams go on at another address, where the token is not sent: none of theirs is kept. */
const elsewhere = new Set<string>()

/** The stream that was used last, or a place for one more; undefined where all are in use. */
function take(url: string): Slot | undefined {
  if (elsewhere.has(url)) return undefined
  const now = Date.now()
  const known = slots.get(url) ?? []
  slots.set(url, known)
  let best: Slot | undefined
  for (const slot of known)
    if (slot.baton !== undefined && now - slot.at < KEPT_MS && slot.at >= (best?.at ?? 0)) best = slot
  best ??= known.find((slot) => now - slot.at >= (slot.baton === undefined ? LOST_MS : KEPT_MS))
  if (best) return best
  if (known.length >= KEPT) return undefined
  const slot = { baton: undefined, at: 0 }
  known.push(slot)
  return slot
}

/** A request on its way: where, over which stream, and how long its answer may take (milliseconds). */
interface Sending {
  place: DatabasePlace
  url: string
  baton: string | undefined
  within: number
}

async function post({ place, url, baton, within }: Sending, requests: string): Promise<Response> {
  return fetch(`${url}/v3/pipeline`, {
    method: 'POST',
    // The token goes to this address and no other.
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...(place.token ? { authorization: `Bearer ${place.token}` } : {}) },
    body: `{"baton":${JSON.stringify(baton ?? null)},"requests":[${requests}]}`,
    signal: AbortSignal.timeout(within),
  })
}

const CLOSE = '{"type":"close"}'

/** Reads the answer. @throws Error when the database did not answer as a whole */
async function read(response: Response): Promise<Answer> {
  if (response.ok) return response.json<Answer>()
  await response.body?.cancel()
  throw new Error(`database answered ${response.status}`)
}

/**
 * Sends requests over one stream, in order. They must leave no transaction open.
 * @param requests each as JSON
 * @param within milliseconds until the answer must be there
 * @throws Error when the database could not be reached or did not answer as a whole; they may have been carried out then
 */
export async function send(place: DatabasePlace, requests: readonly string[], within: number): Promise<StreamResult[]> {
  const url = place.url.replace(/^libsql:/, 'https:').replace(/\/$/, '')
  const slot = take(url)
  if (!slot)
    return (await read(await post({ place, url, baton: undefined, within }, [...requests, CLOSE].join()))).results
  const baton = Date.now() - slot.at < KEPT_MS ? slot.baton : undefined
  slot.baton = undefined
  slot.at = Date.now()
  try {
    const { results, ...next } = await onStream({ place, url, baton, within }, requests.join())
    if ((next.base_url ?? url).replace(/\/$/, '') !== url) elsewhere.add(url)
    slot.baton = next.baton ?? undefined
    slot.at = next.baton === null ? 0 : Date.now()
    return results
  } catch (error) {
    slot.at = 0
    throw error
  }
}

/** Sends the requests over a stream that was kept, where there is one. */
async function onStream(sending: Sending, requests: string): Promise<Answer> {
  const response = await post(sending, requests)
  if (sending.baton === undefined || response.status < 400 || response.status >= 500) return read(response)
  // The stream is no longer known there (the server was started anew, say): nothing was carried out.
  await response.body?.cancel()
  return read(await post({ ...sending, baton: undefined }, requests))
}
