import { stranger } from '../../worker/src/testing/portal.ts'

/** The OpenAPI document of the portal under attack, as far as an attacker reads it. */

/** A JSON schema (draft 2020-12), as zod writes it. */
export interface Schema {
  type?: string | string[]
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

/** A parameter of the path or the query. */
export interface Parameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: Schema
}

/** A route with everything that can be sent to it. */
export interface Operation {
  key: string
  method: string
  path: string
  access: 'public' | 'user' | 'bookkeeper' | 'client' | 'account'
  parameters: Parameter[]
  body: Schema | undefined
  binary: boolean
}

interface Entry {
  'x-access': Operation['access']
  parameters: (Parameter | { in: 'header' })[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

/** The document with what its references name in their place. */
function inlined(document: unknown): unknown {
  const follow = (ref: string): unknown =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside)
    if (typeof value !== 'object' || value === null) return value
    const { $ref } = value as { $ref?: unknown }
    if (typeof $ref === 'string') return inside(follow($ref))
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, inside(child)]))
  }
  return inside(document)
}

/** Every operation of the document. */
export async function operations(): Promise<Operation[]> {
  const text = await (await stranger.fetch('/api/openapi.json')).text()
  const document = inlined(JSON.parse(text)) as { paths: Record<string, Record<string, Entry>> }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, entry]) => ({
      key: `${name.toUpperCase()} ${path}`,
      method: name.toUpperCase(),
      path,
      access: entry['x-access'],
      parameters: entry.parameters.filter((p): p is Parameter => p.in !== 'header'),
      body: entry.requestBody?.content['application/json']?.schema,
      binary: 'application/octet-stream' in (entry.requestBody?.content ?? {}),
    })),
  )
}

/** Where a value lies in a body: names and indexes, outermost first. */
export type Place = readonly (string | number)[]

const NAMED: [RegExp, string][] = [
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

function textFor(schema: Schema, name: string): string {
  if (schema.format === 'uuid') return '01900000-0000-7000-8000-000000000000'
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z'
  if (schema.format === 'date') return '2999-01-01'
  return NAMED.find(([like]) => like.test(name))?.[1] ?? 'a'.repeat(Math.max(1, schema.minLength ?? 1))
}

/**
 * A value that the schema takes, with everything optional in it. What a schema does not tell (a text that must be an address) follows
 * from its name; `give` may put something else at a place.
 */
export function sample(
  schema: Schema,
  name = '',
  give: (schema: Schema, name: string) => unknown = () => undefined,
): unknown {
  const given = give(schema, name)
  if (given !== undefined) return given
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice) return sample(choice, name, give)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, child]) => [key, sample(child, key, give)]),
    )
  if (type === 'array') return schema.items ? [sample(schema.items, name, give)] : []
  if (type === 'string') return textFor(schema, name)
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 1, 1)
  if (type === 'boolean') return true
  return type === 'null' ? null : 'anything'
}

/** Every place in a schema that takes a value, with what it takes. */
export function places(schema: Schema, at: Place = [], name = ''): { at: Place; schema: Schema; name: string }[] {
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  const here = at.length > 0 ? [{ at, schema, name }] : []
  if (choice) return [...here, ...places(choice, at, name).filter((p) => p.at.length > at.length)]
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => places(child, [...at, key], key))
  return [...here, ...inside, ...(schema.items ? places(schema.items, [...at, 0], name) : [])]
}

/** The value with another one at a place. */
export function withAt(value: unknown, at: Place, other: unknown): unknown {
  const [first, ...rest] = at
  if (first === undefined) return other
  if (Array.isArray(value)) return value.map((item, i) => (i === first ? withAt(item, rest, other) : item))
  if (typeof value !== 'object' || value === null) return value
  // A name such as __proto__ is a name like any other here.
  return Object.fromEntries(
    Object.entries({ ...value, [first]: null }).map(([k, v]) => [
      k,
      k === String(first) ? withAt((value as Record<string, unknown>)[k], rest, other) : v,
    ]),
  )
}
