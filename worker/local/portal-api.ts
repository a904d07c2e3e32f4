import { setTimeout } from 'node:timers/promises'
import { Problem } from '@portal/contract/problem'
import type * as z from 'zod'
import { StartError } from './sqld.ts'

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
  constructor({ code, title, detail }: Problem) {
    super(`${title}: ${detail}`)
    this.code = code
  }
}

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
  const init = { method, headers, signal: AbortSignal.timeout(60_000), ...(body === undefined ? {} : { body }) }
  const response = await fetch(new URL(`/api/remotes${path && `/${path}`}`, url), init).catch((error: Error) => {
    throw new StartError(
      `${url} does not answer: ${error.cause instanceof Error ? error.cause.message : error.message}`,
    )
  })
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
