import { vi } from 'vitest'

/** A request that a screen sent. */
export interface SentRequest {
  method: string
  path: string
  /** Method and path, such as `POST /api/clients`. */
  route: string
  query: Record<string, string>
  /** The JSON body, parsed. */
  body: unknown
  /** The idempotency key. */
  key: string | null
}

/** A status with a body, or a body that is sent with status 200. */
export type Answer = readonly [status: number, body: unknown] | object
/** Answers one request. */
export type Handler = (request: SentRequest) => Answer | Promise<Answer>
/** Answers by route, such as `POST /api/clients`. Other routes answer 404. */
export type Answers = Readonly<Record<string, Answer | Handler>>

/** Returns a problem document, as the worker sends it. */
export function problem(
  status: number,
  code: string,
  title = 'Title',
  detail = 'Detail',
): [status: number, body: object] {
  return [status, { type: `urn:portal:error:${code}`, code, title, status, detail }]
}

/**
 * Replaces the network in a screen test: answers every request with JSON until `vi.unstubAllGlobals()`.
 * @returns all requests so far, as a list that grows
 */
export function serve(answers: Answers | Handler): SentRequest[] {
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init)
    const { pathname, searchParams } = new URL(request.url)
    const text = await request.text()
    const route = `${request.method} ${pathname}`
    const current: SentRequest = {
      method: request.method,
      path: pathname,
      route,
      query: Object.fromEntries(searchParams),
      body: text ? JSON.parse(text) : undefined,
      key: request.headers.get('idempotency-key'),
    }
    sent.push(current)
    const known = typeof answers === 'function' ? answers : answers[route]
    const answer = typeof known === 'function' ? await known(current) : known
    const [status, body] = statusAndBody(answer ?? problem(404, 'not_found', 'Not found', `No answer to ${route}`))
    return Response.json(body, { status })
  })
  return sent
}

const statusAndBody = (answer: Answer): [status: number, body: unknown] =>
  Array.isArray(answer) ? [Number(answer[0]), answer[1]] : [200, answer]
