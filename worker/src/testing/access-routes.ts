import { NAMED_IN_BODY, PLAIN, THINGS } from './access-rules.ts'
import type { Things } from './access-fixture.ts'
import { stranger } from './portal.ts'

/** Reads the routes that the access test calls, with their paths and order. */

/** A route in the OpenAPI document. */
export interface Route {
  key: string
  method: string
  path: string
  access: 'public' | 'user' | 'bookkeeper' | 'client' | 'account'
  site: 'portal' | 'operators' | 'both'
  /** What a client by link gets, if the route says it. */
  links: 'allowed' | 'proof' | 'refused' | undefined
  json: boolean
}

/** Returns every route in the OpenAPI document of the portal under test. */
export async function allRoutes(): Promise<Route[]> {
  type Operation = {
    'x-access': Route['access']
    'x-site': Route['site']
    'x-links'?: Route['links']
    requestBody?: { content: Record<string, unknown> }
  }
  const document = (await (await stranger.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { 'x-access': access, 'x-site': site, 'x-links': links, requestBody }]) => {
      const method = name.toUpperCase()
      const json = Boolean(requestBody?.content['application/json'])
      return { key: `${method} ${path}`, method, path, access, site, links, json }
    }),
  )
}

/** Returns the resource that the last id of a path names; undefined if the path has no id. */
export function thingOf({ path, key }: Route) {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].filter(([, name = '']) => !(name in PLAIN))
  const last = ids.at(-1)
  if (!last) return undefined
  const known = THINGS[key] ?? THINGS[path.slice(0, (last.index ?? 0) + last[0].length)]
  if (!known) throw new Error(`${path}: add its owner to THINGS`)
  return known
}

/** Returns the path of a route with the ids of `things`. `given` overrides parameters. */
export function pathOf({ path, key }: Route, things: Things, given: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string, at: number) => {
    const known = THINGS[key] ?? THINGS[path.slice(0, at + placeholder.length)]
    return given[name] ?? PLAIN[name] ?? (known ? things[known.thing] : placeholder)
  })
}

/** Sorts routes so that those that delete other resources come late, and signing out comes last. */
export function inCallOrder(all: readonly Route[]): Route[] {
  const weight = (route: Route): number => {
    const { method, path, key } = route
    if (path.endsWith('/sign-out')) return 5
    if (method === 'DELETE' && path.endsWith('{workformId}')) return 3
    if (method === 'DELETE' && /^\/api\/(clients|workforms)\//.test(path)) return 4
    if (method === 'DELETE') return 1
    return path.includes('{') || NAMED_IN_BODY.has(key) ? 0 : 2
  }
  return all.toSorted((a, b) => weight(a) - weight(b))
}
