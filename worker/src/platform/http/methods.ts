import type { Hono } from 'hono'
import type { AppTypes } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Returns the methods that a path supports. HEAD is supported wherever GET is. */
function methodsAt({ router }: Hono<AppTypes>, path: string): string[] {
  // Handlers for all methods are middleware, or the fallback that calls this function.
  return METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method !== 'ALL'),
  ).flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : [method]))
}

/**
 * Returns the error for a request that no route of an application matched: `method_not_allowed` if another method
 * would, else `not_found`.
 */
export function unmatchedError(app: Hono<AppTypes>, path: string): AppError {
  const allow = methodsAt(app, path)
  return allow.length > 0 ? new AppError('method_not_allowed', { allow }) : new AppError('not_found')
}
