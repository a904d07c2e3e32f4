import { uuidv7 } from '../../worker/src/ids.ts'
import { pathOf, type Route, thingOf } from '../../worker/src/testing/access-routes.ts'
import { BODIES, PLAIN, QUERIES } from '../../worker/src/testing/access-rules.ts'
import { ask, type Things } from '../../worker/src/testing/access-fixture.ts'
import { good } from '../../worker/src/testing/accounts.ts'
import { type Caller, stranger } from '../../worker/src/testing/portal.ts'
import { draft, opened, submit } from '../../worker/src/testing/sections.ts'
import { assigned, rows, send } from '../../worker/src/testing/work.ts'
import { attack } from './lib/attack.ts'
import { snapshot } from './lib/database.ts'
import { operations, type Operation, places, sample, type Schema, withAt } from './lib/document.ts'
import { newFirm, type Owner, secretsOfClient, secretsOfFirm } from './lib/people.ts'
import { badResponse, drain, inParallel } from './lib/requests.ts'

/** Every route with ids of others, wherever an id can be, and with methods that the route does not have. */

const [firm, other, routes] = [await newFirm(), await newFirm(), await operations()]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

attack('methods that a path does not have', async (t) => {
  const callers = { 'a stranger': '', 'the client': firm.one.client.token, 'the bookkeeper': firm.bookkeeper.token }
  const requests = routes.flatMap((route, i) => {
    const isFirst = routes.findIndex(({ path }) => path === route.path) === i
    // A path such as /clients/counts also matches /clients/{id}.
    const matches = (r: Route) => new RegExp(`^${r.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(route.path)
    const known = new Set(routes.filter(matches).map((r) => r.method))
    if (known.has('GET')) known.add('HEAD')
    const unknown = isFirst ? METHODS.filter((method) => !known.has(method)) : []
    return unknown.flatMap((method) => Object.entries(callers).map(([who, token]) => ({ route, method, who, token })))
  })
  await inParallel(requests, async ({ route, method, who, token }) => {
    const body = ['GET', 'HEAD', 'OPTIONS'].includes(method) ? undefined : {}
    const response = await ask(token, method, pathOf(route, firm.one.things), body)
    const text = await response.text()
    const bad = method === 'HEAD' ? undefined : badResponse(response, text)
    const held = [404, 405].includes(response.status) && !response.headers.has('access-control-allow-origin') && !bad
    t.check(held, `${method} ${route.path} for ${who}: ${bad ?? `${response.status} ${text.slice(0, 80)}`}`)
  })
})

/** The resource that an id in a query or body names, by the name of its place. */
const NAMED: [RegExp, keyof Things][] = [
  [/^client(_id)?$/, 'client'],
  [/^workform(_id)?$/, 'workform'],
  [/^(assignment(_id)?|about)$/, 'section'],
  [/^thread(_id)?$/, 'thread'],
  [/^endpoint(_id)?$/, 'webhook'],
  [/^attachments$/, 'file'],
  [/^(id|ids|message_id)$/, 'message'],
]
const thingNamed = (name: string) => NAMED.find(([pattern]) => pattern.test(name))?.[1]
const isId = ({ format }: Schema): boolean => format === 'uuid'

/** Routes that ignore ids of others. */
const SILENT = new Set(['POST /api/notifications/read', 'POST /api/clients/export'])

/** Returns every place of an operation that takes an id, except in its path. */
const idPlaces = ({ parameters, body }: Operation) =>
  [
    ...parameters.map(({ in: part, name, schema }) => ({ part, at: [name], name, schema })),
    ...places(body ?? {}).map((place) => ({ part: 'body', ...place })),
  ].filter(({ part, schema }) => part !== 'path' && isId(schema))

interface Attacker {
  who: string
  role: 'bookkeeper' | 'client'
  caller: Caller
  own: Things
  /** Texts that the attacker must not read. */
  secrets: string[]
}

/** Sends a request that is valid except for one id. @returns the problem of the response */
async function sendForeignId(operation: Operation, place: ReturnType<typeof idPlaces>[number], attacker: Attacker) {
  const { key, method, body: schema } = operation
  const { caller, own, secrets } = attacker
  const foreign = firm.one.things[thingNamed(place.name) ?? 'message']
  // What the request creates has a new id.
  const give = (child: Schema, name: string) => {
    if (!isId(child)) return undefined
    if (name === place.name) return foreign
    return name === 'id' ? uuidv7() : own[thingNamed(name) ?? 'message']
  }
  const valid = schema && { ...(sample(schema, '', give) as object), ...(BODIES[key]?.(own) as object) }
  const isQuery = place.part === 'query'
  const body = isQuery ? valid : withAt(valid, place.at, foreign)
  const query = isQuery ? `?${place.name}=${foreign}` : (QUERIES[key] ?? '')
  const response = await ask(caller.token, method, pathOf(operation, own) + query, body)
  const text = await response.text()
  const secret = secrets.find((value) => value !== foreign && text.includes(value))
  const isAccepted = response.ok && !isQuery && !SILENT.has(key) && !/not_found|reason":"/.test(text)
  if (secret) return `reveals ${secret}`
  return badResponse(response, text) ?? (isAccepted ? `${response.status} ${text.slice(0, 160)}` : undefined)
}

attack('ids of others in queries and bodies', async (t) => {
  const { one, two } = firm
  const secrets = secretsOfFirm(firm)
  const attackers: Attacker[] = [
    { who: 'another bookkeeper', role: 'bookkeeper', caller: other.bookkeeper, own: other.one.things, secrets },
    { who: "another firm's client", role: 'client', caller: other.one.client, own: other.one.things, secrets },
    { who: 'another client', role: 'client', caller: two.client, own: two.things, secrets: secretsOfClient(one) },
  ]
  const changes = await snapshot(secretsOfClient(firm.one), firm.bookkeeper.firmId)
  for (const operation of routes) {
    for (const place of idPlaces(operation)) {
      const what = `${operation.key} with a foreign ${place.at.join('.')}`
      t.check(thingNamed(place.name) !== undefined, `${what}: add it to NAMED`)
      for (const attacker of attackers) {
        if (![attacker.role, 'user', 'account'].includes(operation.access)) continue
        const bad = await sendForeignId(operation, place, attacker)
        t.check(!bad, `${what} for ${attacker.who}: ${bad}`)
      }
    }
  }
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
})

/** Returns the paths of a route with ids of two clients, in both orders. Empty for routes with fewer than two ids. */
function mixedPaths(route: Route): { path: string; last: Owner }[] {
  const ids = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => !(name in PLAIN))
  const [id] = ids
  if (id === undefined || ids.length < 2 || !thingOf(route)) return []
  const thing = route.path.includes('/threads/') ? 'thread' : 'client'
  return [
    { path: pathOf(route, firm.two.things, { [id]: firm.one.things[thing] }), last: firm.two },
    { path: pathOf(route, firm.one.things, { [id]: firm.two.things[thing] }), last: firm.one },
  ]
}

attack('own ids that do not belong together', async (t) => {
  const { bookkeeper, one, two } = firm
  const changes = await snapshot(secretsOfFirm(firm), bookkeeper.firmId)
  for (const route of routes) {
    for (const { path, last } of mixedPaths(route)) {
      const body = ['GET', 'DELETE'].includes(route.method) ? undefined : (BODIES[route.key]?.(last.things) ?? {})
      for (const { token } of [bookkeeper, one.client, two.client])
        await t.refuses(
          `${route.key} with ids of two clients`,
          ask(token, route.method, path, body),
          'not_found',
          'forbidden',
        )
    }
  }
  const messages = `/api/chat/threads/${one.things.thread}/messages`
  const approval = { workform_id: one.things.workform, client_id: one.things.client }
  const sections = [{ assignment_id: two.things.section, version: 1 }]
  for (const [path, body] of [
    [messages, { message: 'Hello', about: two.things.section }],
    [messages, { message: 'Hello', attachments: [two.things.file] }],
    ['/api/submissions/approve', { ...approval, sections }],
  ] as const) {
    const response = await send(bookkeeper, 'POST', path, body)
    const text = await response.text()
    t.check(
      !response.ok || text.includes('not_found'),
      `${JSON.stringify(body)} at ${path}: ${response.status} ${text}`,
    )
  }
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
})

attack('files of others as own answers and templates', async (t) => {
  const { file: id } = firm.one.things
  const [row] = await rows<{ path: string }>('SELECT path FROM files WHERE id = ?', id)
  const path = row?.path ?? ''
  const stolen = { id, name: 'mine.pdf', path, size: 200, type: 'application/pdf' }
  const expectNoFile = async (caller: Caller, after: string) => {
    for (const key of [id, encodeURIComponent(path)].flatMap((name) => [name, `${name}/preview`])) {
      const { status } = await caller.fetch(`/api/files/${key}`)
      t.check(status === (caller === stranger ? 401 : 404), `/api/files/${key} after ${after}: ${status}`)
    }
  }
  for (const { client, things } of [firm.two, other.one]) {
    const answers = { name: 'Ann', scan: [stolen] }
    const { draft_version } = await opened(client, things.section)
    await drain(draft(client, things.section, answers, draft_version))
    await expectNoFile(client, 'a draft with it')
    await drain(submit(client, things.section, answers))
    await expectNoFile(client, 'a submission with it')
    const shown = JSON.stringify(await opened(client, things.section))
    t.check(!shown.includes(id) && !shown.includes(path), 'an answer contains the file of another client')
  }
  for (const templatePath of [id, path]) {
    const templateFile = { ...stolen, path: templatePath }
    const fields = [{ id: 'f', name: 'Form', type: 'download-reupload', section: 'S', templateFile }]
    const made = await send(other.bookkeeper, 'POST', '/api/workforms', { name: 'Template', fields })
    if (made.ok) await assigned(other.bookkeeper, await good<{ id: string }>(made), [other.one.client.clientId])
    await expectNoFile(other.one.client, 'assigning a workform with it as the template')
  }
  await expectNoFile(other.bookkeeper, 'all of this')
  await expectNoFile(stranger, 'all of this')
})

attack('idempotency keys of others', async (t) => {
  const key = { 'idempotency-key': uuidv7() }
  const create = (caller: Caller, path: string, body: object) => send(caller, 'POST', path, body, key)
  const client = () => ({ name: 'Kay', email: `${uuidv7()}@example.com`, phone: '1' })
  const { id } = await good<{ id: string }>(create(firm.bookkeeper, '/api/clients', client()))
  const stolen = await drain(create(other.bookkeeper, '/api/clients', client()))
  t.check(!stolen.includes(id), "another bookkeeper's request with the same key gets the stored response")
  const form = { name: 'Form', fields: [{ id: 'a', name: 'A', section: 'S' }] }
  const elsewhere = await create(firm.bookkeeper, '/api/workforms', form)
  const text = await elsewhere.text()
  t.check(elsewhere.status < 500 && !text.includes(id), `another route with the same key: ${elsewhere.status} ${text}`)
})
