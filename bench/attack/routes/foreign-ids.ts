import { uuidv7 } from '../../../worker/src/ids.ts'
import { BODIES, pathOf, QUERIES, type Route } from '../../../worker/src/testing/access-rules.ts'
import { ask, type Things } from '../../../worker/src/testing/access-world.ts'
import type { Caller } from '../../../worker/src/testing/portal.ts'
import { badProblem } from '../answers.ts'
import { type Attack, count } from '../attack.ts'
import { type Operation, type Place, places, sample, type Schema, withAt } from '../document.ts'
import { differences, type Firm, secretsOf, secretsOfOne, tracesOf } from '../firms.ts'

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

/** Ids of others, wherever a query or a body takes one. */
export async function foreignIds(
  all: readonly Route[],
  documented: readonly Operation[],
  firm: Firm,
  other: Firm,
): Promise<Attack> {
  const broke: string[] = []
  let tried = 0
  const secrets = secretsOf(firm)
  const attackers: Attacker[] = [
    {
      who: "another firm's bookkeeper",
      caller: other.bookkeeper,
      own: other.one.things,
      victim: firm.one.things,
      secrets,
    },
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
        if (
          !route ||
          operation.access === 'public' ||
          ((operation.access === 'client') !== isClient && operation.access !== 'user')
        )
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
