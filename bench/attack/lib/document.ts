import { allRoutes, type Route } from '../../../worker/src/testing/access-routes.ts'
import { stranger } from '../../../worker/src/testing/portal.ts'

/** The OpenAPI document of the portal under attack. */

/** A JSON schema (draft 2020-12), as zod writes it. */
export interface Schema {
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
}

/** A parameter of the path or the query. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  schema: Schema
}

/** A route and everything that can be sent to it. */
export interface Operation extends Route {
  parameters: Parameter[]
  body: Schema | undefined
}

interface Entry {
  parameters: (Parameter | { in: 'header' })[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

/** Returns every operation, with references replaced by what they refer to. */
export async function operations(): Promise<Operation[]> {
  const document: unknown = await (await stranger.fetch('/api/openapi.json')).json()
  const resolve = (pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
  const inlined = JSON.stringify(document, (_, value: { $ref?: unknown } | null) =>
    typeof value?.$ref === 'string' ? resolve(value.$ref) : value,
  )
  const { paths } = JSON.parse(inlined) as { paths: Record<string, Record<string, Entry>> }
  return (await allRoutes()).map((route) => {
    const { parameters = [], requestBody } = paths[route.path]?.[route.method.toLowerCase()] ?? {}
    const inAddress = parameters.filter((p): p is Parameter => p.in !== 'header')
    return { ...route, parameters: inAddress, body: requestBody?.content['application/json']?.schema }
  })
}

/** Valid values for strings that a schema does not fully describe, by name. */
const TEXTS: [RegExp, string][] = [
  [/email|address$/i, 'someone@example.com'],
  [/due_date|^day$|^from$|^to$|date/i, '2999-01-01'],
  [/zone/i, 'Europe/Berlin'],
  [/url/i, 'http://127.0.0.1:9/'],
  [/password/i, 'a-fine-Password-7'],
  [/sha256/i, 'a'.repeat(64)],
  [/updated_at/i, '2026-01-01T00:00:00.000Z'],
  [/^code$/i, '123456'],
  [/^name$/i, 'scan.pdf'],
]
const FORMATS: Record<string, string> = {
  uuid: '01900000-0000-7000-8000-000000000000',
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2999-01-01',
}
const sampleText = ({ format = '', minLength = 1 }: Schema, name: string): string =>
  FORMATS[format] ?? TEXTS.find(([like]) => like.test(name))?.[1] ?? 'a'.repeat(Math.max(1, minLength))

const typeOf = ({ type }: Schema): string | undefined => (Array.isArray(type) ? type[0] : type)
const choicesOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? []

/** Returns a valid value, including all optional properties. `give` may return another value for a place. */
export function sample(
  schema: Schema,
  name = '',
  give: (schema: Schema, name: string) => unknown = () => undefined,
): unknown {
  const fixed = give(schema, name) ?? schema.const ?? schema.enum?.[0]
  if (fixed !== undefined) return fixed
  const [choice] = choicesOf(schema)
  if (choice) return sample(choice, name, give)
  const { properties = {}, items, minimum = 1 } = schema
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(Object.entries(properties).map(([key, child]) => [key, sample(child, key, give)]))
    case 'array':
      return items ? [sample(items, name, give)] : []
    case 'string':
      return sampleText(schema, name)
    case 'integer':
    case 'number':
      return Math.max(minimum, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return 'anything'
  }
}

/** Where a value is in a body: names and indexes, outermost first. */
export type Place = readonly (string | number)[]

/** Returns every place in a schema that takes a value, with its schema. */
export function places(schema: Schema, at: Place = [], name = ''): { at: Place; schema: Schema; name: string }[] {
  const here = at.length > 0 ? [{ at, schema, name }] : []
  const [choice] = choicesOf(schema)
  if (choice) return [...here, ...places(choice, at, name).filter((p) => p.at.length > at.length)]
  const { properties = {}, items } = schema
  const inside = Object.entries(properties).flatMap(([key, child]) => places(child, [...at, key], key))
  return [...here, ...inside, ...(items ? places(items, [...at, 0], name) : [])]
}

/** Returns a copy of the value with `other` at a place. */
export function withAt(value: unknown, [first, ...rest]: Place, other: unknown): unknown {
  if (first === undefined) return other
  if (Array.isArray(value)) return value.map((item, i) => (i === first ? withAt(item, rest, other) : item))
  if (typeof value !== 'object' || value === null) return value
  const entries = new Map<string, unknown>(Object.entries(value))
  // Not by assignment: `__proto__` is a name like any other.
  entries.set(String(first), withAt(entries.get(String(first)), rest, other))
  return Object.fromEntries(entries)
}
