import { ask, type Things } from '../../worker/src/testing/access-world.ts'
import { allRoutes, BODIES, pathOf, PLAIN, QUERIES, type Route, thingOf } from '../../worker/src/testing/access-rules.ts'
import type { Caller } from '../../worker/src/testing/portal.ts'
import { stranger } from '../../worker/src/testing/portal.ts'
import { rows, send } from '../../worker/src/testing/work.ts'
import { badProblem } from './answers.ts'
import { type Attack, count } from './attack.ts'
import { type Operation, operations, type Place, places, sample, type Schema, withAt } from './document.ts'
import { pooled } from './pool.ts'
import { differences, type Firm, newFirm, secretsOf, secretsOfOne, tracesOf } from './firms.ts'
import { uuidv7 } from '../../worker/src/ids.ts'

/** Every route with other people's ids, wherever an id can stand, and with methods that it does not take. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const

async function otherMethods(all: readonly Route[], firm: Firm): Promise<Attack> {
  const broke: string[] = []
  const byPath = Map.groupBy(all, (r) => r.path)
  const tasks: (() => Promise<void>)[] = []
  for (const [path, routes] of byPath) {
    // What is a name here may be an id to the route beside it, as /clients/counts to /clients/{id}.
    const takes = (r: Route) => new RegExp(`^${r.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
    const known = new Set(all.filter(takes).map((r) => r.method))
    const [route] = routes
    for (const method of METHODS) {
      if (!route || known.has(method) || (method === 'HEAD' && known.has('GET'))) continue
      for (const [who, token] of [
        ['nobody', ''],
        ['the client', firm.one.client.token],
        ['the bookkeeper', firm.bookkeeper.token],
      ] as const) {
        tasks.push(async () => {
          const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : {}
          const answer = await ask(token, method, pathOf(route, firm.one.things), body)
          const text = await answer.text()
          const bad = answer.status !== 404 && answer.status !== 405 ? `${answer.status} ${text.slice(0, 80)}` : undefined
          const problem = bad ?? (method === 'HEAD' ? undefined : badProblem(answer.status, answer.headers.get('content-type'), text))
          if (problem) broke.push(`${method} ${path} for ${who}: ${problem}`)
          if (answer.headers.has('access-control-allow-origin')) broke.push(`${method} ${path} lets other origins read`)
        })
      }
    }
  }
  await pooled(tasks)
  return { what: 'methods that a path does not take', tried: count(tasks.length, 'requests'), broke }
}

/** Whose thing an id in a query or body names, by the name of its place. */
const NAMES: [RegExp, keyof Things][] = [
  [/^client(_id)?$/, 'client'],
  [/^workform(_id)?$/, 'workform'],
  [/^(assignment(_id)?|about)$/, 'section'],
  [/^thread(_id)?$/, 'thread'],
  [/^endpoint(_id)?$/, 'webhook'],
  [/^attachments$/, 'file'],
  [/^(id|ids)$/, 'message'],
]
const thingNamed = (name: string): keyof Things | undefined => NAMES.find(([like]) => like.test(name))?.[1]
/** An id for a place; what is to be made gets a new one. */
const idFor = (things: Things, name: string, taken: boolean): string =>
  name === 'id' && !taken ? uuidv7() : things[thingNamed(name) ?? 'message']
const isId = ({ format }: Schema): boolean => format === 'uuid'

/** Routes that take foreign ids without a word, because such an id changes nothing and leads nowhere: what they answer is checked. */
const SILENT = new Set(['POST /api/notifications/read'])

interface Attacker {
  who: string
  caller: Caller
  own: Things
  victim: Things
  secrets: string[]
}

/** Every place of an operation at which an id stands. */
function idPlaces({ parameters, body }: Operation): { at: 'query' | 'body'; place: Place; name: string }[] {
  const query = parameters
    .filter((p) => p.in === 'query' && isId(p.schema))
    .map((p) => ({ at: 'query' as const, place: [p.name], name: p.name }))
  const inBody = body
    ? places(body)
        .filter((p) => isId(p.schema))
        .map((p) => ({ at: 'body' as const, place: p.at, name: p.name }))
    : []
  return [...query, ...inBody]
}

async function foreignId(
  operation: Operation,
  route: Route,
  attacker: Attacker,
  hole: ReturnType<typeof idPlaces>[number],
): Promise<string | undefined> {
  const { caller, own, victim, secrets, who } = attacker
  const thing = thingNamed(hole.name)
  if (!thing) return `${operation.key}: what does ${hole.name} name?`
  const mine = (schema: Schema, name: string) =>
    isId(schema) ? idFor(hole.name === name ? victim : own, name, hole.name === name) : undefined
  const given = operation.body ? (BODIES[operation.key]?.(own) ?? sample(operation.body, '', mine)) : undefined
  const full = operation.body ? { ...(sample(operation.body, '', mine) as object), ...(given as object) } : undefined
  const body = hole.at === 'body' ? withAt(full, hole.place, victim[thing]) : full
  const query = hole.at === 'query' ? `?${hole.place[0]}=${victim[thing]}` : (QUERIES[operation.key] ?? '')
  const answer = await ask(caller.token, operation.method, pathOf(route, own) + query, body)
  const text = await answer.text()
  const told = secrets.find((secret) => secret !== victim[thing] && text.includes(secret))
  const bad =
    badProblem(answer.status, answer.headers.get('content-type'), text) ??
    (told ? `tells ${told}` : undefined) ??
    (answer.ok && hole.at === 'body' && !SILENT.has(operation.key) && !/not_found|reason":"/.test(text)
      ? `${answer.status} ${text.slice(0, 160)}`
      : undefined)
  return bad && `${operation.key} with a foreign ${hole.place.join('.')} for ${who}: ${bad}`
}

async function foreignIds(all: readonly Route[], documented: readonly Operation[], firm: Firm, other: Firm): Promise<Attack> {
  const broke: string[] = []
  let tried = 0
  const secrets = secretsOf(firm)
  const attackers: Attacker[] = [
    { who: "another firm's bookkeeper", caller: other.bookkeeper, own: other.one.things, victim: firm.one.things, secrets },
    { who: "another firm's client", caller: other.one.client, own: other.one.things, victim: firm.one.things, secrets },
    {
      who: 'another client of the same bookkeeper',
      caller: firm.two.client,
      own: firm.two.things,
      victim: firm.one.things,
      secrets: secretsOfOne(firm),
    },
  ]
  const before = await tracesOf(secretsOfOne(firm), firm)
  for (const operation of documented) {
    const route = all.find((r) => r.key === operation.key)
    for (const hole of idPlaces(operation)) {
      for (const attacker of attackers) {
        const isClient = attacker.who.includes('client')
        if (!route || operation.access === 'public' || ((operation.access === 'client') !== isClient && operation.access !== 'user'))
          continue
        tried++
        const bad = await foreignId(operation, route, attacker, hole)
        if (bad) broke.push(bad)
      }
    }
  }
  broke.push(...differences(before, await tracesOf(secretsOfOne(firm), firm)))
  return { what: 'ids of others in queries and bodies', tried: count(tried, 'requests'), broke }
}

/** The id that comes first in a path. */
const idInPath = (route: Route, things: Things): string => (route.path.includes('/threads/') ? things.thread : things.client)

/** Ids in a path that are all one's own, but do not belong together. */
async function swappedIds(all: readonly Route[], firm: Firm): Promise<Attack> {
  const { bookkeeper, one, two } = firm
  const broke: string[] = []
  let tried = 0
  const before = await tracesOf(secretsOf(firm), firm)
  for (const route of all) {
    const holes = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in PLAIN))
    if (holes.length < 2 || !thingOf(route)) continue
    for (const caller of [bookkeeper, one.client, two.client]) {
      for (const [first, last] of [
        [one.things, two.things],
        [two.things, one.things],
      ] as const) {
        const path = pathOf(route, last, { [holes[0] ?? '']: idInPath(route, first) })
        tried++
        const body = route.method === 'GET' || route.method === 'DELETE' ? undefined : (BODIES[route.key]?.(last) ?? {})
        const answer = await ask(caller.token, route.method, path, body)
        if (answer.status !== 404 && answer.status !== 403)
          broke.push(`${route.key} with ids of two clients: ${answer.status} ${await answer.text()}`)
      }
    }
  }
  const message = (about: object) =>
    send(bookkeeper, 'POST', `/api/chat/threads/${one.things.thread}/messages`, { message: 'Hello', ...about })
  const section = { assignment_id: two.things.section, version: 1 }
  const approve = send(bookkeeper, 'POST', '/api/submissions/approve', {
    workform_id: one.things.workform,
    client_id: one.things.client,
    sections: [section],
  })
  for (const [what, asked] of Object.entries({
    'a message to one client about a section of another': message({ about: two.things.section }),
    'a message to one client with a file of another': message({ attachments: [two.things.file] }),
    'a section approved under another client': approve,
  })) {
    tried++
    const answer = await asked
    const text = await answer.text()
    if (answer.ok && !text.includes('not_found')) broke.push(`${what}: ${answer.status} ${text}`)
  }
  broke.push(...differences(before, await tracesOf(secretsOf(firm), firm)))
  return { what: 'own ids that do not belong together', tried: count(tried, 'requests'), broke }
}

/** Files of others smuggled in as one's own answer or template, and fetched from there. */
async function smuggledFiles(firm: Firm, other: Firm): Promise<Attack> {
  const broke: string[] = []
  let tried = 0
  const [file] = await rows<{ path: string }>('SELECT path FROM files WHERE id = ?', firm.one.things.file)
  const stolen = { id: firm.one.things.file, name: 'mine.pdf', path: file?.path ?? '', size: 200, type: 'application/pdf' }
  const fetchIt = async (caller: Caller, after: string) => {
    for (const key of [stolen.id, encodeURIComponent(stolen.path), `${stolen.id}/preview`, `${encodeURIComponent(stolen.path)}/preview`]) {
      tried++
      const answer = await caller.fetch(`/api/files/${key}`)
      if (answer.status !== 404) broke.push(`after ${after} /api/files/${key} answers ${answer.status}`)
    }
  }
  for (const { client, things } of [firm.two, other.one]) {
    const section = `/api/portal/sections/${things.section}`
    const { draft_version: version = 0, version: seen = 0 } = (await (await client.fetch(section)).json()) as {
      draft_version?: number
      version?: number
    }
    tried += 2
    await send(client, 'PUT', `${section}/draft`, { answers: { name: 'Ann', scan: [stolen] }, base_version: version })
    await fetchIt(client, 'a draft that names it')
    const sent = await send(client, 'POST', `${section}/submit`, { answers: { name: 'Ann', scan: [stolen] }, version: seen })
    await fetchIt(client, `a submission that names it (${sent.status})`)
    const shown = await (await client.fetch(section)).text()
    if (shown.includes(stolen.id) || shown.includes(stolen.path)) broke.push('an answer holds the file of another client')
  }
  for (const path of [stolen.id, stolen.path]) {
    const fields = [{ id: 'f', name: 'Form', type: 'download-reupload', section: 'S', templateFile: { ...stolen, path } }]
    tried++
    const made = await send(other.bookkeeper, 'POST', '/api/workforms', { name: 'Template', fields })
    if (made.ok) {
      const { id } = (await made.json()) as { id: string }
      const clients = [{ client_id: other.one.things.client, due_date: '2999-01-01' }]
      await send(other.bookkeeper, 'POST', '/api/assignments', { workform_id: id, clients })
    }
    await fetchIt(other.one.client, 'an assigned workform with it as the template')
  }
  await fetchIt(other.bookkeeper, 'all of this')
  await fetchIt(stranger, 'all of this, without a token').catch(() => undefined)
  return {
    what: 'files of others as own answers and templates',
    tried: count(tried, 'requests'),
    broke: broke.filter((b) => !b.endsWith('answers 401')),
  }
}

/** A request sent again with the same Idempotency-Key, by others and elsewhere. */
async function borrowedKeys(firm: Firm, other: Firm): Promise<Attack> {
  const broke: string[] = []
  const key = { 'idempotency-key': uuidv7() }
  const client = () => ({ name: 'Kay', email: `${uuidv7()}@example.com`, phone: '1' })
  const made = (await (await send(firm.bookkeeper, 'POST', '/api/clients', client(), key)).json()) as { id: string }
  const stolen = await (await send(other.bookkeeper, 'POST', '/api/clients', client(), key)).text()
  if (stolen.includes(made.id)) broke.push("another bookkeeper's request with the same key gets the stored answer")
  const form = { name: 'Form', fields: [{ id: 'a', name: 'A', section: 'S' }] }
  const elsewhere = await send(firm.bookkeeper, 'POST', '/api/workforms', form, key)
  const text = await elsewhere.text()
  if (elsewhere.status >= 500 || text.includes(made.id))
    broke.push(`another route with the same key answers ${elsewhere.status} ${text.slice(0, 120)}`)
  return { what: 'keys of requests, borrowed', tried: '3 requests', broke }
}

/** The attacks of this part. */
export async function attackRoutes(): Promise<Attack[]> {
  const [firm, other, all, documented] = [await newFirm(), await newFirm(), await allRoutes(), await operations()]
  return [
    await otherMethods(all, firm),
    await foreignIds(all, documented, firm, other),
    await swappedIds(all, firm),
    await smuggledFiles(firm, other),
    await borrowedKeys(firm, other),
  ]
}
