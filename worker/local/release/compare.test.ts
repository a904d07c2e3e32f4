import { expect, it } from 'vitest'
import * as z from 'zod'
import { compareContracts } from './compare-contracts.ts'
import { compareSchemas, type Side } from './compare-schemas.ts'
import type { ContractSurface } from './contract-surface.ts'
import { demanded } from './releases.ts'
import { compareSdks } from './sdk-surface.ts'

/** What a change demands depends on who relies on it: who sends must still be understood, who reads must still find what they read. */

const levels = (before: z.ZodType, after: z.ZodType): Record<Side, string> => {
  const level = (side: Side): string => {
    const io = side === 'request' ? 'input' : 'output'
    const json = (schema: z.ZodType) => z.json().parse(z.toJSONSchema(schema, { io }))
    return demanded('1.2.3', compareSchemas('x', json(before), json(after), side))
  }
  return { request: level('request'), answer: level('answer') }
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
  ['nothing', object(), NONE, NONE],
  ['a field removed', without(), MAJOR, MAJOR],
  ['an optional field added', object({ more: z.string().optional() }), MINOR, MINOR],
  ['a required field added', object({ more: z.string() }), MAJOR, MINOR],
  ['a field that need not be there any more', object({ name: base.name.optional() }), MINOR, MAJOR],
  ['a field that must be there now', object({ note: z.string() }), MAJOR, MINOR],
  ['a value added to a choice', object({ kind: z.enum(['a', 'b', 'c']) }), MINOR, MAJOR],
  ['a value removed from a choice', object({ kind: z.enum(['a']) }), MAJOR, MINOR],
  ['a limit raised', object({ name: z.string().max(20) }), MINOR, MAJOR],
  ['a limit lowered', object({ name: z.string().max(5) }), MAJOR, MINOR],
  ['a lower bound', object({ name: base.name.min(1) }), MAJOR, MINOR],
  ['a pattern', object({ name: base.name.regex(/^a/) }), MAJOR, MINOR],
  ['null allowed', object({ name: base.name.nullable() }), MINOR, MAJOR],
  ['null allowed no more', object({ at: z.string() }), MAJOR, MINOR],
  ['another type', object({ name: z.number() }), MAJOR, MAJOR],
  ['a list of another type', object({ note: z.array(z.string()).optional() }), MAJOR, MAJOR],
])('%s: request and answer', (_, after, request, answer) => {
  expect(levels(object(), after)).toEqual({ request, answer })
})

it('compares what lies inside lists, records and alternatives', () => {
  const wrap = (inner: z.ZodType) =>
    z.object({
      list: z.array(inner),
      by: z.record(z.string(), inner),
      one: z.union([z.object({ type: z.literal('x'), inner }), z.null()]),
    })
  expect(levels(wrap(z.string()), wrap(z.number()))).toEqual({ request: MAJOR, answer: MAJOR })
  const union = (...kinds: string[]) =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      ...kinds.map((k) => z.object({ type: z.literal(k) })),
    ])
  expect(levels(union('b'), union('b', 'c'))).toEqual({ request: MINOR, answer: MAJOR })
  expect(levels(union('b'), union())).toEqual({ request: MAJOR, answer: MINOR })
})

it('compares routes and constants of a contract', () => {
  const routes = { 'GET /a': { request: {}, answer: null } }
  const contract: ContractSurface = {
    routes,
    constants: { 'limits.MAX': 5, 'limits.PASSWORD_MIN': 6, 'x.KINDS': ['a', 'b'], 'x.TEXT': { a: 'One' } },
  }
  const level = (after: Partial<ContractSurface>) =>
    demanded('1.2.3', compareContracts(contract, { ...contract, ...after }))
  const constants = (change: ContractSurface['constants']) => level({ constants: { ...contract.constants, ...change } })
  expect(level({})).toBe(NONE)
  expect([level({ routes: {} }), level({ routes: { ...routes, 'GET /b': { request: {}, answer: null } } })]).toEqual([
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

it('compares exports of the sdk by what the compiler says of their use', () => {
  const surface = (api: string, index = 'newIdempotencyKey, idempotent, type Shape') =>
    `// file: api.ts\n${api}\n// file: index.ts\nexport { ${index} } from './api.ts';\n`
  const key = 'export declare function newIdempotencyKey(): string;'
  const shape = 'export interface Shape {\n    a: string;\n}'
  const level = (before: string, after: string) => demanded('1.2.3', compareSdks(before, after))
  expect(level(surface(`${key}\n${shape}`), surface(`${key}\n${shape}`))).toBe(NONE)
  expect(level(surface(shape), surface(shape.replace('}', '    b?: string;\n}')))).toBe(MINOR)
  expect(level(surface(shape), surface(shape.replace('string', 'number')))).toBe(MAJOR)
  expect(level(surface(key), surface(key, 'newIdempotencyKey'))).toBe(MAJOR)
  expect(level(surface(key, 'newIdempotencyKey'), surface(key))).toBe(MINOR)
  // It does for who reads less than it gives, and not for who reads something else.
  const both = (first: string, second: string) =>
    surface(
      `export declare function newIdempotencyKey(): ${first};\nexport declare function idempotent(key?: string): ${second};`,
      'newIdempotencyKey, idempotent',
    )
  const changes = compareSdks(both('number', '{ headers: object }'), both('string', '{ headers: { key: string } }'))
  expect(changes.map(({ path, level: demands }) => [path, demands])).toEqual([
    ['newIdempotencyKey', 'major'],
    ['idempotent', 'minor'],
  ])
}, 180_000)
