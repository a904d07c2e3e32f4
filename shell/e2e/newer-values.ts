import type { Page } from '@playwright/test'

/** Lets a page receive values of enums that it does not know, as from a portal that is newer than its remotes. */

interface Schema {
  $ref?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}
interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>>
}

const NEWER = 'something_newer'

/** Returns a copy of a value in which each value of an enum is newer, except in `kept` properties. */
function withNewer(document: Document, schema: Schema, value: unknown, kept: readonly string[]): unknown {
  const inside = (part: Schema, of: unknown): unknown => withNewer(document, part, of, kept)
  if (schema.$ref) {
    const found = schema.$ref.split('/').slice(1)
    return inside(found.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document) as Schema, value)
  }
  if (typeof value === 'string' && schema.enum && schema.enum.length > 1) return NEWER
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const changed = alternatives.reduce((of, part) => inside(part, of), value)
  if (Array.isArray(changed)) return schema.items ? changed.map((item) => inside(schema.items ?? {}, item)) : changed
  if (typeof changed !== 'object' || changed === null) return changed
  return Object.fromEntries(
    Object.entries(changed).map(([name, of]) => {
      const part = schema.properties?.[name]
      return [name, part && !kept.includes(name) ? inside(part, of) : of]
    }),
  )
}

/** Gives the responses to the page newer values from now on, except those of sessions and of `kept` properties. */
export async function sendNewerValues(page: Page, url: string, kept: readonly string[]): Promise<void> {
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document
  const routes = Object.entries(document.paths)
    // Fixed segments first: `/clients/counts` is not a client.
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, methods]) => ({ path: new RegExp(`^${path.replaceAll(/\{.*?\}/g, '[^/]+')}$`), methods }))
  await page.route(/\/api\/(?!auth\/|realtime)/, async (route) => {
    const response = await route.fetch()
    const { pathname } = new URL(route.request().url())
    const operation = routes.find(({ path }) => path.test(pathname))?.methods[route.request().method().toLowerCase()]
    if (!operation) throw new Error(`The OpenAPI document has no ${pathname}.`)
    const schema = operation.responses[response.status()]?.content?.['application/json']?.schema
    if (!schema) return route.fulfill({ response })
    return route.fulfill({ response, json: withNewer(document, schema, await response.json(), kept) })
  })
}
