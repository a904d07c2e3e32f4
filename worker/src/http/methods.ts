import type { RouterRoute } from 'hono/types'
import { TrieRouter } from 'hono/router/trie-router'
import { AppError } from '../errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const routers = new WeakMap<readonly RouterRoute[], TrieRouter<true>>()

function routerOf(routes: readonly RouterRoute[]): TrieRouter<true> {
  const known = routers.get(routes)
  if (known) return known
  const router = new TrieRouter<true>()
  // Handlers for all methods are middleware, or the fallback that calls this function.
  for (const { method, path } of routes) if (method !== 'ALL') router.add(method, path, true)
  routers.set(routes, router)
  return router
}

/** Returns the methods that a path supports. HEAD is supported wherever GET is. */
export function methodsAt(routes: readonly RouterRoute[], path: string): string[] {
  const router = routerOf(routes)
  return METHODS.filter((method) => router.match(method, path)[0].length > 0).flatMap((m) =>
    m === 'GET' ? [m, 'HEAD'] : [m],
  )
}

/**
 * Returns the error for a request that no route matched: `method_not_allowed` if another method would, else
 * `not_found`.
 */
export function unmatchedError(routes: readonly RouterRoute[], path: string): AppError {
  const allow = methodsAt(routes, path)
  return allow.length > 0 ? new AppError('method_not_allowed', { allow }) : new AppError('not_found')
}
