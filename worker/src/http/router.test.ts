import * as fc from 'fast-check'
import { TrieRouter } from 'hono/router/trie-router'
import { expect, it } from 'vitest'
import { CachingRouter } from './router.ts'

const ROUTES = [
  '/api/*',
  '/api/a/:id',
  '/api/a/first',
  '/api/a/:id/b/:other',
  '/api/:name/:id',
  '/files/:name/:path{.+}',
  '*',
] as const

const segment = fc.oneof(
  fc.constantFrom('api', 'a', 'b', 'first', 'files', 'x.js', '%2F', ''),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
)

/** Returns the handlers in order, each with its parameters by name. */
function plain(result: ReturnType<TrieRouter<string>['match']>): [string, Record<string, string | undefined>][] {
  const [handlers, stash] = result
  return handlers.map(([handler, params]) => [
    handler,
    Object.fromEntries(Object.entries(params).map(([name, at]) => [name, typeof at === 'number' ? stash?.[at] : at])),
  ])
}

it('matches like a router without a cache, in any order', () => {
  const [searched, caching] = [new TrieRouter<string>(), new CachingRouter<string>()]
  for (const router of [searched, caching]) {
    for (const method of ['GET', 'ALL']) for (const path of ROUTES) router.add(method, path, `${method} ${path}`)
  }
  const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('GET', 'PUT'), path), { maxLength: 20 }), (asked) => {
      for (const [method, at] of [...asked, ...asked])
        expect(plain(caching.match(method, at))).toEqual(plain(searched.match(method, at)))
    }),
  )
})
