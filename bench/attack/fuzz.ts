import * as fc from 'fast-check'
import { inOrder, allRoutes, BODIES, pathOf, PLAIN, QUERIES, type Route } from '../../worker/src/testing/access-rules.ts'
import { ask } from '../../worker/src/testing/access-world.ts'
import { badProblem } from './answers.ts'
import { type Attack, count } from './attack.ts'
import { type Operation, operations, type Place, places, sample, type Schema, withAt } from './document.ts'
import { type Firm, newFirm } from './firms.ts'
import { IN_ADDRESS, TEXTS, TYPES, typesOf } from './nasty.ts'
import { pooled } from './pool.ts'

/** Every place of every request, filled with what does not belong there. In development each answer is checked against its schema, so a wrong one is a 500. */

const HOLE = '@@hole@@'
/** Signing out ends the attack, and these end others' sessions or delete what the rest needs. */
const LEFT_OUT = /sign-out|end-others|\/prune|\/rollback/

interface Tried {
  tried: number
  broke: string[]
}

/** The errors of an answer that names a place among the wrong ones, or what is missing about it. */
function namesPlace(text: string, place: Place): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { path: string }[] }
  const wanted = place.map(String).join('.')
  return errors.some((e) => e.path === wanted || e.path.startsWith(`${wanted}.`) || wanted.startsWith(`${e.path}.`))
}

const callerOf = (firm: Firm, { access }: Operation): string =>
  access === 'public' ? '' : access === 'client' ? firm.one.client.token : firm.bookkeeper.token

/** A request that would go well, but for one place. */
async function inBody(firm: Firm, operation: Operation, route: Route, at: Place, schema: Schema, given: unknown): Promise<Tried> {
  const broke: string[] = []
  const takes = typesOf(schema)
  const nasties = takes === undefined || takes.has('string') ? [...TYPES, ...TEXTS] : [...TYPES, ...TEXTS.slice(0, 2)]
  const holed = JSON.stringify(withAt(given, at, HOLE))
  const path = pathOf(route, firm.one.things) + (QUERIES[operation.key] ?? '')
  for (const { what, json, type } of nasties) {
    const answer = await ask(
      callerOf(firm, operation),
      operation.method,
      path,
      holed.replace(`"${HOLE}"`, () => json),
    )
    const text = await answer.text()
    const wrong = takes !== undefined && !takes.has(type)
    const bad =
      badProblem(answer.status, answer.headers.get('content-type'), text) ??
      (wrong && answer.status !== 429 && answer.status !== 400
        ? `${answer.status}, though it takes ${[...takes].join(' or ')} alone`
        : undefined) ??
      (wrong && answer.status === 400 && !namesPlace(text, at) ? `does not name the field: ${text.slice(0, 200)}` : undefined)
    if (bad) broke.push(`${operation.key} with ${what} as ${at.join('.')}: ${bad}`)
  }
  return { tried: nasties.length, broke }
}

async function inAddress(firm: Firm, operation: Operation, route: Route, name: string, where: 'path' | 'query'): Promise<Tried> {
  const broke: string[] = []
  const path = pathOf(route, firm.one.things)
  const body = operation.body ? (BODIES[operation.key]?.(firm.one.things) ?? sample(operation.body)) : undefined
  for (const nasty of IN_ADDRESS) {
    const filled = where === 'query' ? `${path}?${name}=${nasty}` : pathOf(route, firm.one.things, { [name]: nasty || '%20' })
    const answer = await ask(callerOf(firm, operation), operation.method, filled, operation.method === 'GET' ? undefined : (body ?? {}))
    const type = answer.headers.get('content-type')
    const bad = badProblem(answer.status, type, answer.status < 400 ? '' : await answer.text())
    if (answer.status < 400) await answer.body?.cancel()
    if (bad) broke.push(`${operation.key} with ${nasty.slice(0, 40)} as ${name}: ${bad}`)
  }
  return { tried: IN_ADDRESS.length, broke }
}

/** A body that its schema takes, made at random. */
function anyOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map((c) => anyOf(c, depth)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).map(([key, child]) => [key, anyOf(child, depth + 1)] as const)
    const fixed = fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] })
    if (typeof schema.additionalProperties !== 'object') return fixed
    const free = fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), anyOf(schema.additionalProperties, depth + 1), {
      maxKeys: 4,
      noNullPrototype: true,
    })
    return fc.tuple(fixed, free).map(([a, b]) => ({ ...b, ...(a as object) }))
  }
  if (type === 'array')
    return fc.array(schema.items ? anyOf(schema.items, depth + 1) : fc.anything({ maxDepth: 2 }), {
      minLength: schema.minItems ?? 0,
      maxLength: 4,
    })
  if (type === 'string' && schema.format === 'uuid') return fc.uuid()
  if (type === 'string' && schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map((d) => d.toISOString())
  if (type === 'string')
    return fc.string({ unit: 'binary', minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 60, 60) })
  if (type === 'integer') return fc.integer({ min: Math.max(schema.minimum ?? -1e9, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) })
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true })
  if (type === 'boolean') return fc.boolean()
  return fc.jsonValue({ maxDepth: 3 })
}

const RANDOM_BODIES = 12

async function random(firm: Firm, operation: Operation, route: Route, seed: number): Promise<Tried> {
  const broke: string[] = []
  if (!operation.body) return { tried: 0, broke }
  const bodies = fc.sample(anyOf(operation.body), { seed, numRuns: RANDOM_BODIES })
  for (const body of bodies) {
    const text = JSON.stringify(body)
    const answer = await ask(
      callerOf(firm, operation),
      operation.method,
      pathOf(route, firm.one.things) + (QUERIES[operation.key] ?? ''),
      text,
    )
    const bad = badProblem(answer.status, answer.headers.get('content-type'), await answer.text())
    if (bad) broke.push(`${operation.key} with ${text.slice(0, 200)} (seed ${seed}): ${bad}`)
  }
  return { tried: bodies.length, broke }
}

/** Reads everything that there is to read: what was let in must come out again. */
async function readBack(firm: Firm, all: readonly Operation[], routes: readonly Route[]): Promise<Tried> {
  const broke: string[] = []
  const reads = all.filter((o) => o.method === 'GET' && o.access !== 'public')
  for (const operation of reads) {
    const route = routes.find((r) => r.key === operation.key)
    if (!route) continue
    for (const token of operation.access === 'user' ? [firm.bookkeeper.token, firm.one.client.token] : [callerOf(firm, operation)]) {
      const answer = await ask(token, 'GET', pathOf(route, firm.one.things) + (QUERIES[operation.key] ?? ''))
      const text = await answer.text()
      const bad = badProblem(answer.status, answer.headers.get('content-type'), text)
      if (bad) broke.push(`${operation.key} afterwards: ${bad}`)
    }
  }
  return { tried: reads.length, broke }
}

const sum = (what: string, all: readonly Tried[], unit = 'requests'): Attack => ({
  what,
  tried: count(
    all.reduce((n, t) => n + t.tried, 0),
    unit,
  ),
  broke: all.flatMap((t) => t.broke),
})

/** The attacks of this part. */
export async function attackFuzz(): Promise<Attack[]> {
  const firm = await newFirm()
  const [documented, routes] = [await operations(), inOrder(await allRoutes())]
  const seed = Date.now() % 2 ** 31
  const bodies: (() => Promise<Tried>)[] = []
  const addresses: (() => Promise<Tried>)[] = []
  const randoms: (() => Promise<Tried>)[] = []
  for (const route of routes) {
    const operation = documented.find((o) => o.key === route.key)
    if (!operation || LEFT_OUT.test(operation.key)) continue
    if (operation.body) {
      const given = { ...(sample(operation.body) as object), ...(BODIES[route.key]?.(firm.one.things) as object) }
      for (const { at, schema } of places(operation.body)) bodies.push(() => inBody(firm, operation, route, at, schema, given))
      randoms.push(() => random(firm, operation, route, seed))
    }
    for (const p of operation.parameters) {
      if (p.in === 'query' || !(p.name in PLAIN) || p.name === 'day' || p.name === 'part')
        addresses.push(() => inAddress(firm, operation, route, p.name, p.in))
    }
  }
  return [
    sum('every place of every body, filled with what does not belong there', await pooled(bodies)),
    sum('every part of every address', await pooled(addresses)),
    sum(`bodies at random that the schemas take (seed ${seed})`, await pooled(randoms)),
    sum('all that was let in, read back', [await readBack(firm, documented, routes)]),
  ]
}
