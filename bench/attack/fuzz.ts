import * as fc from 'fast-check'
import { inOrder, allRoutes, BODIES, pathOf, PLAIN, QUERIES, type Route } from '../../worker/src/testing/access-rules.ts'
import { ask } from '../../worker/src/testing/access-world.ts'
import { portalUrl } from '../../worker/src/testing/portal.ts'
import { badProblem } from './answers.ts'
import { type Attack, count, Trial } from './attack.ts'
import { type Operation, operations, type Place, places, sample, type Schema, withAt } from './document.ts'
import { type Firm, newFirm } from './firms.ts'
import { IN_ADDRESS, TEXTS, TYPES, typesOf } from './nasty.ts'
import { pooled } from './pool.ts'

/** Every place of every request, filled with what does not belong there. In development each answer is checked against its schema, so a wrong one is a 500. */

const HOLE = '@@hole@@'
/** Signing out ends the attack, and these end others' sessions or delete what the rest needs. */
const LEFT_OUT = /sign-out|end-others|\/prune|\/rollback/

/** Fields of a workform arrive in many shapes and are made into one: what a field lacks it gets, and what it has too much is dropped. */
const LOOSE = /^fields\b/

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
  // The same complaint about many values is one.
  const wrongs = new Map<string, string[]>()
  const takes = LOOSE.test(at.join('.')) ? undefined : typesOf(schema)
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
    if (bad) wrongs.set(bad, [...(wrongs.get(bad) ?? []), what])
  }
  const broke = [...wrongs].map(([bad, whats]) => `${operation.key} with ${whats.join(' or ')} as ${at.join('.')}: ${bad}`)
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

/** A body that comes in pieces, of no announced length. */
function pieces(size: number, piece = 'x'.repeat(65_536)): ReadableStream<Uint8Array> {
  let sent = 0
  const bytes = new TextEncoder().encode(piece)
  return new ReadableStream({
    pull(controller) {
      if (sent >= size) return controller.close()
      controller.enqueue(bytes)
      sent += bytes.length
    },
  })
}

const TOO_LARGE = 3 * 1024 * 1024

/** What is wrong with the request as such: no JSON, another type, too much of it, headers that are none. */
async function asSent(firm: Firm): Promise<Attack> {
  const trial = new Trial('requests that are none')
  const token = `Bearer ${firm.bookkeeper.token}`
  const post = async (
    what: string,
    init: RequestInit & { duplex?: string },
    path = '/api/workforms',
    headers: Record<string, string> = {},
  ) => {
    const sent = await fetch(new URL(path, portalUrl), {
      method: 'POST',
      redirect: 'manual',
      ...init,
      headers: { authorization: token, 'content-type': 'application/json', ...headers },
    }).catch(() => undefined)
    // A server that hangs up on what it will not read has answered as well.
    const text = (await sent?.text().catch(() => '')) ?? ''
    const own = sent?.headers.get('content-type')?.startsWith('application/problem+json')
    const refused = sent === undefined || (sent.status >= 400 && sent.status < 500)
    trial.must(refused, `${what}: ${sent?.status} ${text.slice(0, 120)}`)
    if (sent && own)
      trial.must(badProblem(sent.status, sent.headers.get('content-type'), text) === undefined, `${what}: ${text.slice(0, 200)}`)
    return sent?.status
  }
  for (const body of [
    '',
    '{',
    'nul',
    '\u0000',
    '{"name":NaN}',
    "{'name':'a'}",
    '{"name":"a",}',
    '[1,2',
    '"',
    '\ufeff',
    '{"a":1}{"b":2}',
    'x'.repeat(10_000),
    '[]',
    'null',
    '1',
    '"text"',
  ]) {
    await post(`the body ${JSON.stringify(body.slice(0, 20))}`, { body })
  }
  await post('bytes that are no text', { body: new Uint8Array([0xff, 0xfe, 0x7b, 0x80]) })
  await post('a body in gzip that is none', { body: '{"name":"a","fields":[]}' }, '/api/workforms', { 'content-encoding': 'gzip' })
  await post('a body beyond all', { body: JSON.stringify({ name: 'a'.repeat(TOO_LARGE), fields: [] }) })
  for (const path of ['/api/workforms', '/api/auth/sign-in', '/api/firm-mail/reports', '/api/vitals', '/api/clients/import']) {
    await post(`a body beyond all at ${path}, in pieces`, { body: pieces(TOO_LARGE), duplex: 'half' }, path, { origin: portalUrl })
  }
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    'bearer x',
    'Basic YTpi',
    `Bearer ${'.'.repeat(5000)}`,
    `Bearer ${'a'.repeat(7000)}`,
    'Bearer \u00e9.\u00e9.\u00e9',
    `Bearer ${firm.bookkeeper.token} x`,
  ]) {
    await post(`authorization ${authorization.slice(0, 20)}`, { body: '{}' }, '/api/workforms', { authorization })
  }
  for (const [name, value] of [
    ['idempotency-key', 'a'],
    ['idempotency-key', '../'.repeat(20)],
    ['idempotency-key', 'a'.repeat(5000)],
  ] as const) {
    await post(`${name} ${value.slice(0, 20)}`, { body: '{"name":"Form","fields":[]}' }, '/api/workforms', { [name]: value })
  }
  for (const cookie of [
    'portal_refresh=',
    'portal_refresh=%',
    `portal_refresh=${'a'.repeat(5000)}`,
    'portal_refresh=a; portal_refresh=b',
    '=;;==',
    `portal_device=${'%00'.repeat(50)}`,
  ]) {
    await post(`the cookie ${cookie.slice(0, 20)}`, {}, '/api/auth/refresh', { cookie })
  }
  for (const path of [
    '/api//clients',
    '/api/clients/%',
    '/api/clients/%ff',
    '/api/%2e%2e/dev',
    '/api/clients/../workforms/x',
    `/api/${'a/'.repeat(2000)}`,
    `/api/clients?${'a=b&'.repeat(3000)}`,
    '/api/clients/;x=1',
    '/API/clients',
    '/api/clients%00',
    '/api/clients%2f',
  ]) {
    await post(`the path ${path.slice(0, 30)}`, { body: '{}' }, path)
  }
  return trial.result()
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
    await asSent(firm),
    sum('all that was let in, read back', [await readBack(firm, documented, routes)]),
  ]
}
