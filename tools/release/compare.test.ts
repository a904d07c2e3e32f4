import { expect, it } from 'vitest'
import * as z from 'zod'
import { compareContracts } from './compare-contracts.ts'
import { compareSchemas, type Side } from './compare-schemas.ts'
import { compareWidgets, widgetSurface } from './compare-widgets.ts'
import type { ContractSurface } from './contract-surface.ts'
import { requiredVersion } from './releases.ts'
import { compareSdks } from './sdk-surface.ts'

/** The version bump depends on the direction of a change: a response may gain fields, a request must not need more. */

const levels = (before: z.ZodType, after: z.ZodType): Record<Side, string> => {
  const level = (side: Side): string => {
    const io = side === 'request' ? 'input' : 'output'
    const json = (schema: z.ZodType) => z.json().parse(z.toJSONSchema(schema, { io }))
    return requiredVersion('1.2.3', compareSchemas('x', json(before), json(after), side))
  }
  return { request: level('request'), response: level('response') }
}
const [MAJOR, MINOR, NONE] = ['2.0.0', '1.3.0', '1.2.3']
const base = {
  name: z.string().max(10),
  kind: z.enum(['a', 'b']),
  note: z.string().optional(),
  at: z.string().nullable(),
}
const object = (change: Record<string, z.ZodType> = {}) => z.object({ ...base, ...change })
const without = () => object().omit({ name: true })

it.each([
  ['no change', object(), NONE, NONE],
  ['a field removed', without(), MAJOR, MAJOR],
  ['an optional field added', object({ more: z.string().optional() }), MINOR, MINOR],
  ['a required field added', object({ more: z.string() }), MAJOR, MINOR],
  ['a field that became optional', object({ name: base.name.optional() }), MINOR, MAJOR],
  ['a field that became required', object({ note: z.string() }), MAJOR, MINOR],
  ['a value added to an enum', object({ kind: z.enum(['a', 'b', 'c']) }), MINOR, MAJOR],
  ['a value removed from an enum', object({ kind: z.enum(['a']) }), MAJOR, MINOR],
  ['a higher limit', object({ name: z.string().max(20) }), MINOR, MAJOR],
  ['a lower limit', object({ name: z.string().max(5) }), MAJOR, MINOR],
  ['a new lower bound', object({ name: base.name.min(1) }), MAJOR, MINOR],
  ['a new pattern', object({ name: base.name.regex(/^a/) }), MAJOR, MINOR],
  ['null newly allowed', object({ name: base.name.nullable() }), MINOR, MAJOR],
  ['null no longer allowed', object({ at: z.string() }), MAJOR, MINOR],
  ['another type', object({ name: z.number() }), MAJOR, MAJOR],
  ['a list of another type', object({ note: z.array(z.string()).optional() }), MAJOR, MAJOR],
])('requires the right version when requests and responses have %s', (_, after, request, response) => {
  expect(levels(object(), after)).toEqual({ request, response })
})

it('finds changes when they are inside lists, records and alternatives', () => {
  const wrap = (inner: z.ZodType) =>
    z.object({
      list: z.array(inner),
      by: z.record(z.string(), inner),
      one: z.union([z.object({ type: z.literal('x'), inner }), z.null()]),
    })
  expect(levels(wrap(z.string()), wrap(z.number()))).toEqual({ request: MAJOR, response: MAJOR })
  const union = (...kinds: string[]) =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      ...kinds.map((k) => z.object({ type: z.literal(k) })),
    ])
  expect(levels(union('b'), union('b', 'c'))).toEqual({ request: MINOR, response: MAJOR })
  expect(levels(union('b'), union())).toEqual({ request: MAJOR, response: MINOR })
})

it('requires the right version when routes or constants of a contract change', () => {
  const routes = { 'GET /a': { request: {}, response: null } }
  const contract: ContractSurface = {
    routes,
    constants: { 'limits.MAX': 5, 'limits.PASSWORD_MIN': 6, 'x.KINDS': ['a', 'b'], 'x.TEXT': { a: 'One' } },
  }
  const level = (after: Partial<ContractSurface>) =>
    requiredVersion('1.2.3', compareContracts(contract, { ...contract, ...after }))
  const query = (node: z.core.JSONSchema.BaseSchema) =>
    level({ routes: { 'GET /a': { request: { query: z.json().parse(node) }, response: null } } })
  const more = { type: 'object', properties: { more: { type: 'string' } } } as const
  expect([query(more), query({ ...more, required: ['more'] })]).toEqual([MINOR, MAJOR])
  const constants = (change: ContractSurface['constants']) => level({ constants: { ...contract.constants, ...change } })
  expect(level({})).toBe(NONE)
  expect([level({ routes: {} }), level({ routes: { ...routes, 'GET /b': { request: {}, response: null } } })]).toEqual([
    MAJOR,
    MINOR,
  ])
  expect([constants({ 'limits.MAX': 4 }), constants({ 'limits.MAX': 6 })]).toEqual([MAJOR, MINOR])
  expect([constants({ 'limits.PASSWORD_MIN': 8 }), constants({ 'limits.PASSWORD_MIN': 4 })]).toEqual([MAJOR, MINOR])
  expect([constants({ 'x.KINDS': ['a'] }), constants({ 'x.KINDS': ['c', 'b', 'a'] })]).toEqual([MAJOR, MINOR])
  expect([constants({ 'x.TEXT': { a: 'Uno' } }), constants({ 'x.TEXT': {} }), constants({ 'y.NEW': 1 })]).toEqual([
    NONE,
    MAJOR,
    MINOR,
  ])
})

it('requires a major version only if existing code no longer compiles when exports of the sdk change', () => {
  const surface = (api: string, index = 'newIdempotencyKey, idempotent, type Shape') =>
    `// file: api.ts\n${api}\n// file: index.ts\nexport { ${index} } from './api.ts';\n`
  const key = 'export declare function newIdempotencyKey(): string;'
  const shape = 'export interface Shape {\n    a: string;\n}'
  const level = (before: string, after: string) => requiredVersion('1.2.3', compareSdks(before, after))
  expect(level(surface(`${key}\n${shape}`), surface(`${key}\n${shape}`))).toBe(NONE)
  expect(level(surface(shape), surface(shape.replace('}', '    b?: string;\n}')))).toBe(MINOR)
  expect(level(surface(shape), surface(shape.replace('string', 'number')))).toBe(MAJOR)
  expect(level(surface(key), surface(key, 'newIdempotencyKey'))).toBe(MAJOR)
  expect(level(surface(key, 'newIdempotencyKey'), surface(key))).toBe(MINOR)
  // A narrower return type is compatible, another type is not.
  const both = (first: string, second: string) =>
    surface(
      `export declare function newIdempotencyKey(): ${first};
export declare function idempotent(key?: string): ${second};`,
      'newIdempotencyKey, idempotent',
    )
  const changes = compareSdks(both('number', '{ headers: object }'), both('string', '{ headers: { key: string } }'))
  expect(changes.map(({ path, level: required }) => [path, required])).toEqual([
    ['newIdempotencyKey', 'major'],
    ['idempotent', 'minor'],
  ])
})

it('requires a major version only if a widget no longer accepts or uses the props of existing uses', () => {
  const widgets = (props: Record<string, string>) =>
    `export interface WidgetProps {\n${Object.entries(props)
      .map(([name, type]) => `  '${name}': { ${type} }\n`)
      .join('')}}\n`
  const before = widgets({
    'mf-a/same': 'id: string',
    'mf-a/renamed': 'onClose?: () => void',
    'mf-a/required': 'id: string',
    'mf-a/optional': 'id: string',
    'mf-a/callback': "onDone: (kind: 'a') => void",
    'mf-a/wider': "kind: 'a'",
    'mf-a/gone': 'id: string',
  })
  const after = widgets({
    'mf-a/same': 'id: string;',
    'mf-a/renamed': 'onEnd?: () => void',
    'mf-a/required': 'id: string; name: string',
    'mf-a/optional': 'id: string; name?: string',
    'mf-a/callback': "onDone: (kind: 'a' | 'b') => void",
    'mf-a/wider': "kind: 'a' | 'b'",
    'mf-a/new': 'id: string',
  })
  const found = compareWidgets(before, after).map(({ path, level }) => [path.replace('widget mf-a/', ''), level])
  expect(Object.fromEntries(found)).toEqual({
    renamed: 'major',
    required: 'major',
    optional: 'minor',
    callback: 'major',
    wider: 'minor',
    gone: 'major',
    new: 'minor',
  })
  const changed = widgetSurface().replace('submitLabel: string', 'label: string')
  expect(compareWidgets(widgetSurface(), changed)).toMatchObject([
    { path: 'widget mf-workforms/builder', level: 'major' },
  ])
})
