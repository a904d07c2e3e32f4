import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { AppError, problem } from '../../errors.ts'
import type { AppTypes } from '../../endpoint.ts'
import { uuidv7 } from '../ids.ts'
import { log } from '../log.ts'

/**
 * Turns errors into problem responses (RFC 9457). Unexpected errors become `internal` and are described only in the
 * log.
 */
export function mapError(error: Error, c: Context<AppTypes>): Response {
  const known =
    findAppError(error) ??
    (error instanceof HTTPException && error.status < 500 ? new AppError('invalid_input') : new AppError('internal'))
  const ctx = c.get('ctx') as AppTypes['Variables']['ctx'] | undefined
  const requestId = ctx?.requestId ?? uuidv7()
  if (known.code === 'internal') log('error', { id: requestId, route: c.req.routePath, error: describe(error) })
  const body = problem(known, requestId)
  const headers: Record<string, string> = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (known.retryAfter !== undefined) headers['retry-after'] = String(known.retryAfter)
  if (known.allow) headers['allow'] = known.allow.join(', ')
  return c.body(JSON.stringify(body), body.status as 400, headers)
}

/** Returns the AppError in a chain of causes: Drizzle wraps what a query throws. */
function findAppError(error: unknown): AppError | undefined {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof AppError) return e
  return undefined
}

/** Returns the messages of an error and its causes, without query parameters, which may be personal. */
function describe(error: unknown): string {
  const parts: string[] = []
  for (let e = error; e instanceof Error && parts.length < 5; e = e.cause)
    parts.push(`${e.name}: ${e.message.split('\nparams:')[0]?.slice(0, 200)}`)
  return parts.join(' ← ').slice(0, 1000)
}
