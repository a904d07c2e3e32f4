import { uuidv7 } from '../../worker/src/platform/ids.ts'
import { pathOf, type Route, thingOf } from '../../worker/src/testing/access-routes.ts'
import { BODIES, PLAIN, QUERIES } from '../../worker/src/testing/access-rules.ts'
import { ask, type Things } from '../../worker/src/testing/access-fixture.ts'
import type { Caller } from '../../worker/src/testing/portal.ts'
import { until } from '../../worker/src/testing/until.ts'
import { attack } from './lib/attack.ts'
import { countRows, snapshot } from './lib/database.ts'
import { operations, type Operation, places, sample, type Schema, withAt } from './lib/document.ts'
import { newFirm, type Owner, secretsOfClient, secretsOfFirm } from './lib/people.ts'
import { badResponse } from './lib/requests.ts'

/** Every route with ids of others in its query and body, and with own ids that do not belong together. */

const [firm, other, routes] = [await newFirm(), await newFirm(), await operations()]
// Sending them changes rows that the attacks compare.
await until('the mails about what was assigned', async () => (await countRows('mail_digests')) === 0 || undefined)

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
  const changed = await changes()
  t.check(changed.length === 0, changed.join('\n'))
})
