import { setTimeout } from 'node:timers/promises'
import { Problem } from '@portal/contract/problem'
import type * as z from 'zod'
import { StartError } from '../command/start-error.ts'

/** A portal to publish to, and the publishing token of a remote. */
export interface Portal {
  url: string
  token: string
}

/** Attempts when the portal is busy. */
const ATTEMPTS = 4

/** An error response of the portal. */
export class PortalError extends StartError {
  readonly code: string
  readonly detail: string
  constructor({ code, title, detail }: Problem) {
    super(`${title}: ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** Origins for publishing, by address of the portal. */
const publishing = new Map<string, Promise<string>>()

/**
 * Returns the origin at which a portal answers publishers: that of its operator page, to which it redirects.
 * @throws StartError when the portal does not answer as expected, or redirects to an address that is not secure
 */
function publishingOrigin(portal: string): Promise<string> {
  const known = publishing.get(portal)
  if (known) return known
  const found = send(new URL('/remotes', portal), { redirect: 'manual' }).then(({ status, headers }) => {
    const { origin, protocol } = new URL(portal)
    if (status === 200) return origin
    const target = new URL(headers.get('location') ?? '/', portal)
    // The token is sent there, so nothing else may be in front of the portal, such as a sign-in.
    if (status !== 302 || target.href !== `${target.origin}/remotes` || target.protocol !== protocol)
      throw new StartError(`${portal}/remotes answered ${status} ${headers.get('location') ?? ''}`.trimEnd())
    return target.origin
  })
  publishing.set(portal, found)
  found.catch(() => publishing.delete(portal))
  return found
}

/** Fetches. @throws StartError when the portal does not answer */
const send = (url: URL, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch((error: Error) => {
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    throw new StartError(`${url.origin} does not answer: ${reason}`)
  })

/**
 * Calls the publishing API.
 * @param path the path below /api/remotes
 * @throws PortalError when the portal refuses; StartError when it does not answer
 */
export async function callPortal<T extends z.ZodType>(
  { url, token }: Portal,
  method: string,
  path: string,
  answer: T,
  body?: string | Buffer<ArrayBuffer>,
  attempts = ATTEMPTS,
): Promise<z.output<T>> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
  }
  const address = new URL(`/api/remotes${path && `/${path}`}`, await publishingOrigin(url))
  const response = await send(address, { method, headers, ...(body === undefined ? {} : { body }) })
  const json: unknown = await response.json().catch(() => undefined)
  if (response.ok) return answer.parse(json)
  const problem = Problem.safeParse(json)
  // All calls are idempotent.
  if ((response.status === 503 || response.status === 429) && attempts > 1) {
    await setTimeout((problem.data?.retry_after ?? 1) * 1000)
    return callPortal({ url, token }, method, path, answer, body, attempts - 1)
  }
  if (!problem.success) throw new StartError(`${url} answered ${response.status}.`)
  throw new PortalError(problem.data)
}
