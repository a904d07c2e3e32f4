import * as fc from 'fast-check'
import { MAX_JSON_BYTES } from '@portal/contract/limits'
import { VITALS_BYTES } from '@portal/contract/vitals'
import { issueToken } from '../../tools/publish/credentials/remote-token.ts'
import { inCallOrder, pathOf } from '../../worker/src/testing/access-routes.ts'
import { BODIES, PLAIN, QUERIES } from '../../worker/src/testing/access-rules.ts'
import type { Things } from '../../worker/src/testing/access-fixture.ts'
import { signedInOperator } from '../../worker/src/testing/operators.ts'
import { originOf, portalUrl } from '../../worker/src/testing/portal.ts'
import { underTest } from '../../worker/src/testing/under-test.ts'
import { malformedRequests } from './fuzz/malformed.ts'
import { acceptedTypes, IN_ADDRESS, OTHER_TYPES, SHORT_TEXTS, TEXTS, TOO_MANY_VALUES, typeOf } from './fuzz/values.ts'
import { attack, type Trial } from './lib/attack.ts'
import { operations, type Operation, type Place, places, sample, type Schema, withAt } from './lib/document.ts'
import { type Firm, newFirm } from './lib/people.ts'
import { badResponse, inParallel } from './lib/requests.ts'
import { OPERATORS } from './lib/target.ts'

/**
 * Invalid values in every place of every request. In development the portal checks each response against its schema,
 * so that a wrong response is a 500.
 */

/** Operations that end sessions or delete what other operations need. */
const SKIPPED = /sign-out|end-others|\/rollback/
/** Operations that change a password, which other operations need. They get a firm of their own. */
const CHANGES_PASSWORD = /password\/change/

/** An operation, called by a person who may call it. */
interface Subject extends Operation {
  things: Things
  token: string
  /** Whether it hashes a password, which takes as long as a hundred other requests. */
  isSlow: boolean
}

const [firm, otherFirm, documented] = [await newFirm(), await newFirm(), await operations()]
const operator = await signedInOperator(OPERATORS.at(-1) ?? '')
const remoteToken = await issueToken({ url: underTest.databaseUrl }, PLAIN['name'] ?? '')

function tokenFor({ access, path }: Operation, { bookkeeper, one }: Firm): string {
  if (path.startsWith('/api/remotes/{name}')) return remoteToken
  if (access === 'public') return ''
  return access === 'client' || access === 'account' ? one.client.token : bookkeeper.token
}

const subjects: Subject[] = inCallOrder(documented).flatMap(({ key }) => {
  const operation = documented.find((o) => o.key === key)
  if (!operation || SKIPPED.test(key)) return []
  const owner = CHANGES_PASSWORD.test(key) ? otherFirm : firm
  const isSlow = /"[a-z_]*password"/.test(JSON.stringify(operation.body ?? {}))
  return [{ ...operation, things: owner.one.things, token: tokenFor(operation, owner), isSlow }]
})

const pathTo = (subject: Subject): string => pathOf(subject, subject.things) + (QUERIES[subject.key] ?? '')

async function call(subject: Subject, body?: string, path = pathTo(subject)) {
  const { method, token } = subject
  const isDelivery = subject.path.startsWith('/api/delivery')
  const origin = originOf(subject.path)
  const response = await fetch(new URL(path, origin), {
    method,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      origin,
      // Its attempts count against an address that no other attack uses.
      'cf-connecting-ip': '2001:db8:f022::1',
      ...(token && !isDelivery && { authorization: `Bearer ${token}` }),
      ...(isDelivery && { cookie: operator.cookie, 'sec-fetch-site': 'same-origin' }),
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  return { status: response.status, text, bad: badResponse(response, text) }
}

const validBody = ({ key, body, things }: Subject): object => ({
  ...(body && (sample(body) as object)),
  ...(BODIES[key]?.(things) as object),
})

/** Fields of workforms have many shapes: missing keys are added, unknown ones are dropped. */
const LOOSE = /^fields\b/

/** Returns whether the errors of a problem name the place, or a place in or around it. */
function namesPlace(text: string, at: Place): boolean {
  const { errors = [] } = JSON.parse(text) as { errors?: { path: string }[] }
  const wanted = `${at.join('.')}.`
  return errors.some(({ path }) => wanted.startsWith(`${path}.`) || `${path}.`.startsWith(wanted))
}

const HOLE = '@@hole@@'

/** Sends a valid body with each hostile value at one place. */
async function fillPlace(t: Trial, subject: Subject, at: Place, schema: Schema): Promise<void> {
  const accepted = LOOSE.test(at.join('.')) ? undefined : acceptedTypes(schema)
  const texts = subject.isSlow || accepted?.has('string') === false ? SHORT_TEXTS : TEXTS
  const maxBytes = subject.key === 'POST /api/vitals' ? VITALS_BYTES : MAX_JSON_BYTES
  // A value that is null in the valid body has no places, unlike that of the sample.
  const [valid, sampled] = [validBody(subject), sample(subject.body ?? {}) as object]
  const bodies = [valid, { ...valid, ...sampled }].map((of) => JSON.stringify(withAt(of, at, HOLE)))
  const body = bodies.find((text) => text.includes(HOLE)) ?? ''
  for (const [name, json] of Object.entries({ ...OTHER_TYPES, ...TOO_MANY_VALUES, ...texts })) {
    const filled = body.replace(`"${HOLE}"`, () => json)
    const { status, text, bad } = await call(subject, filled)
    const isTooMuch = Object.hasOwn(TOO_MANY_VALUES, name) || json.length > maxBytes
    const isWrongType = accepted?.has(typeOf(json)) === false
    const isRefused = status === 400 && namesPlace(text, at)
    const held = !bad && (status === 429 || (isTooMuch ? status === 413 : !isWrongType || isRefused))
    t.check(held, `${subject.key}, ${at.join('.')} with ${name}: ${bad ?? `${status} ${text.slice(0, 200)}`}`)
  }
}

attack('hostile values at every place of every body', async (t) => {
  const holes = subjects.flatMap((subject) =>
    places(subject.body ?? {})
      // Fields are the same wherever a workform has them.
      .filter(({ at }) => at[0] !== 'fields' || at.length === 1 || subject.key === 'POST /api/workforms')
      .map(({ at, schema }) => ({ subject, at, schema })),
  )
  await inParallel(holes, ({ subject, at, schema }) => fillPlace(t, subject, at, schema))
})

attack('hostile values in every part of every address', async (t) => {
  const holes = subjects.flatMap((subject) =>
    subject.parameters
      .filter((p) => p.in === 'query' || !(p.name in PLAIN) || ['day', 'part'].includes(p.name))
      .map((parameter) => ({ subject, parameter })),
  )
  await inParallel(holes, async ({ subject, parameter: { name, in: where } }) => {
    const { key, method, things } = subject
    const body = method === 'GET' ? undefined : JSON.stringify(validBody(subject))
    for (const value of IN_ADDRESS) {
      const inPath = where === 'path' ? { [name]: value || '%20' } : {}
      const path = pathOf(subject, things, inPath) + (where === 'query' ? `?${name}=${value}` : '')
      const { bad } = await call(subject, body, path)
      t.check(!bad, `${key} with ${value.slice(0, 40)} as ${name}: ${bad}`)
    }
  })
})

/** Returns an arbitrary of values that the schema accepts. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: values, anyOf, oneOf, allOf, properties = {}, additionalProperties, items, format } = schema
  const choices = anyOf ?? oneOf ?? allOf
  const size = { minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? 60, 60) }
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (values) return fc.constantFrom(...values)
  if (choices) return fc.oneof(...choices.map(valuesOf))
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const known = Object.fromEntries(Object.entries(properties).map(([key, child]) => [key, valuesOf(child)]))
      const fixed = fc.record(known, { requiredKeys: schema.required ?? [] })
      if (typeof additionalProperties !== 'object') return fixed
      const key = fc.string({ unit: 'binary', maxLength: 8 })
      const more = fc.dictionary(key, valuesOf(additionalProperties), { maxKeys: 4, noNullPrototype: true })
      return fc.tuple(more, fixed).map(([a, b]) => ({ ...a, ...b }))
    }
    case 'array':
      return fc.array(items ? valuesOf(items) : fc.anything({ maxDepth: 2 }), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      })
    case 'string':
      if (format === 'uuid') return fc.uuid()
      if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      return fc.string({ unit: 'binary', ...size })
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? -1e9, -1e9), max: Math.min(schema.maximum ?? 1e9, 1e9) })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

attack('random bodies that the schemas accept', async (t) => {
  const seed = Date.now() % 2 ** 31
  t.notes.push(`seed ${seed}`)
  await inParallel(subjects, async (subject) => {
    const bodies = subject.body ? fc.sample(valuesOf(subject.body), { seed, numRuns: subject.isSlow ? 4 : 12 }) : []
    for (const body of bodies.map((value) => JSON.stringify(value))) {
      const { bad } = await call(subject, body)
      t.check(!bad, `${subject.key} with ${body.slice(0, 200)}: ${bad}`)
    }
  })
})

attack('malformed requests', async (t) => {
  const { token } = firm.bookkeeper
  for (const [what, { path = '/api/workforms', ...init }] of malformedRequests(token)) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers }
    const response = await fetch(new URL(path, portalUrl), { method: 'POST', redirect: 'manual', ...init, headers })
      // The portal may close the connection instead of reading the request.
      .catch(() => new Response('', { status: 400 }))
    const { status } = response
    const text = await response.text().catch(() => '')
    const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
    const bad = isProblem ? badResponse(response, text) : undefined
    t.check(status >= 400 && status < 500 && !bad, `${what}: ${bad ?? `${status} ${text.slice(0, 120)}`}`)
  }
})

attack('everything that was accepted, read back', async (t) => {
  for (const subject of subjects.filter(({ method, access }) => method === 'GET' && access !== 'public')) {
    const tokens = subject.access === 'user' ? [firm.bookkeeper.token, firm.one.client.token] : [subject.token]
    for (const token of tokens) {
      const { bad } = await call({ ...subject, token })
      t.check(!bad, `${subject.key} afterwards: ${bad}`)
    }
  }
})
