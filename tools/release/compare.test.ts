import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../command/root.ts'
import { compareExports, compareWidgets, type Compared } from './compare-declarations.ts'
import { compareDocuments } from './openapi.ts'
import { requiredVersion } from './releases.ts'

/** The version bump depends on the direction of a change: a response may gain fields, a request must not need more. */

const [MAJOR, MINOR, NONE] = ['2.0.0', '1.3.0', '1.2.3']

/** Returns a document with a route that takes something and a route that responds with it. */
function documentOf(schema: z.ZodType): object {
  const media = (io: 'input' | 'output') => ({
    content: { 'application/json': { schema: z.toJSONSchema(schema, { io }) } },
  })
  const ok = { description: 'Done.' }
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/request': { post: { requestBody: { required: true, ...media('input') }, responses: { 200: ok } } },
      '/response': { get: { responses: { 200: { ...ok, ...media('output') } } } },
    },
  }
}

async function levels(before: z.ZodType, after: z.ZodType): Promise<{ request: string; response: string }> {
  const changes = await compareDocuments(documentOf(before), documentOf(after))
  const level = (path: string) =>
    requiredVersion(
      '1.2.3',
      changes.filter((change) => change.path.endsWith(path)),
    )
  return { request: level('/request'), response: level('/response') }
}

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
  ['a value added to an enum', object({ kind: z.enum(['a', 'b', 'c']) }), MINOR, MINOR],
  ['a value removed from an enum', object({ kind: z.enum(['a']) }), MAJOR, MINOR],
  ['a higher limit', object({ name: z.string().max(20) }), MINOR, MAJOR],
  ['a lower limit', object({ name: z.string().max(5) }), MAJOR, NONE],
  ['a new lower bound', object({ name: base.name.min(1) }), MAJOR, NONE],
  ['a new pattern', object({ name: base.name.regex(/^a/) }), MAJOR, MINOR],
  ['null newly allowed', object({ name: base.name.nullable() }), MINOR, MAJOR],
  ['null no longer allowed', object({ at: z.string() }), MAJOR, NONE],
  ['another type', object({ name: z.number() }), MAJOR, MAJOR],
  ['a list of another type', object({ note: z.array(z.string()).optional() }), MAJOR, MAJOR],
])('requires the right version when requests and responses have %s', async (_, after, request, response) => {
  expect(await levels(object(), after)).toEqual({ request, response })
})

it('finds changes when they are inside lists, records and alternatives', async () => {
  const wrap = (inner: z.ZodType) =>
    z.object({
      list: z.array(inner),
      by: z.record(z.string(), inner),
      one: z.union([z.object({ type: z.literal('x'), inner }), z.null()]),
    })
  expect(await levels(wrap(z.string()), wrap(z.number()))).toEqual({ request: MAJOR, response: MAJOR })
  const union = (...kinds: string[]) =>
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      ...kinds.map((k) => z.object({ type: z.literal(k) })),
    ])
  expect(await levels(union('b'), union('b', 'c'))).toEqual({ request: MINOR, response: MAJOR })
  expect(await levels(union('b'), union())).toEqual({ request: MAJOR, response: MINOR })
})

it('requires a major version when a route is removed, and a minor one when it is added', async () => {
  const { paths, ...rest } = documentOf(object()) as { paths: Record<string, object> }
  const one = { ...rest, paths: { '/request': paths['/request'] } }
  const level = async (a: object, b: object) => requiredVersion('1.2.3', await compareDocuments(a, b))
  expect([await level({ ...rest, paths }, one), await level(one, { ...rest, paths })]).toEqual([MAJOR, MINOR])
})

/** Inside a package, where the compiler finds its types. */
const cache = join(ROOT, 'shell/sdk/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'compare-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the declarations of two releases. */
function releases(before: Record<string, string>, after: Record<string, string>): Compared {
  for (const [release, modules] of Object.entries({ before, after })) {
    rmSync(join(folder, release), { recursive: true, force: true })
    mkdirSync(join(folder, release))
    for (const [module, text] of Object.entries(modules)) writeFileSync(join(folder, release, `${module}.d.ts`), text)
  }
  return { before: join(folder, 'before'), after: join(folder, 'after'), work: join(folder, 'work') }
}

it('requires a major version only if existing code no longer compiles when exports of the sdk change', () => {
  const api = (text: string, names = 'newKey, idempotent, type Shape') => ({
    api: text,
    index: `export { ${names} } from './api.ts';\n`,
  })
  const key = 'export declare function newKey(): string;'
  const shape = 'export interface Shape {\n    a: string;\n}'
  const all = `${key}\nexport declare const idempotent: 1;\n${shape}`
  const level = (before: Record<string, string>, after: Record<string, string>) =>
    requiredVersion('1.2.3', compareExports(releases(before, after)))
  expect(level(api(all), api(all))).toBe(NONE)
  expect(level(api(all), api(all.replace('a: string;', 'a: string;\n    b?: string;')))).toBe(MINOR)
  expect(level(api(all), api(all.replace('a: string', 'a: number')))).toBe(MAJOR)
  expect(level(api(all), api(all.replace('a: string', 'a: "x"')))).toBe(MAJOR)
  expect(level(api(all), api(all, 'newKey, type Shape'))).toBe(MAJOR)
  expect(level(api(all, 'newKey'), api(all))).toBe(MINOR)
  expect(level(api(all), api(all.replace('newKey()', 'newKey(long?: boolean)')))).toBe(MINOR)
  expect(level(api(all), api(all.replace('newKey()', 'newKey(long: boolean)')))).toBe(MAJOR)
  // A more specific result is compatible, another one is not.
  expect(level(api(all), api(all.replace('): string', '): "key"')))).toBe(MINOR)
  expect(level(api(all), api(all.replace('): string', '): number')))).toBe(MAJOR)
  const generic = 'export type Box<T> = { in: T };'
  expect(level(api(generic, 'type Box'), api(generic.replace('T }', 'T; more?: T }'), 'type Box'))).toBe(MINOR)
  expect(level(api(generic, 'type Box'), api(generic.replace('in:', 'of:'), 'type Box'))).toBe(MAJOR)
})

it('requires a major version only if a widget no longer accepts or uses the props of existing uses', () => {
  const widgets = (props: Record<string, string>) => ({
    widgets: `export interface WidgetProps {\n${Object.entries(props)
      .map(([name, type]) => `  '${name}': { ${type} }\n`)
      .join('')}}\n`,
  })
  const before = widgets({
    same: 'id: string',
    renamed: 'onClose?: () => void',
    required: 'id: string',
    optional: 'id: string',
    callback: "onDone: (kind: 'a') => void",
    wider: "kind: 'a'",
    gone: 'id: string',
  })
  const after = widgets({
    same: 'id: string;',
    renamed: 'onEnd?: () => void',
    required: 'id: string; name: string',
    optional: 'id: string; name?: string',
    callback: "onDone: (kind: 'a' | 'b') => void",
    wider: "kind: 'a' | 'b'",
    new: 'id: string',
  })
  const found = compareWidgets(releases(before, after)).map(({ path, level }) => [path, level])
  expect(Object.fromEntries(found)).toEqual({
    renamed: 'major',
    required: 'major',
    optional: 'minor',
    callback: 'major',
    wider: 'minor',
    gone: 'major',
    new: 'minor',
  })
})
