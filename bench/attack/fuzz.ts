import { issueToken } from '../../worker/local/remote-token.ts'
import { allRoutes, BODIES, inCallOrder, PLAIN } from '../../worker/src/testing/access-rules.ts'
import { type Attack, count } from './attack.ts'
import { operations, type Place, places, sample } from './document.ts'
import { newFirm } from './firms.ts'
import { asSent } from './fuzz/as-sent.ts'
import { inAddress } from './fuzz/in-address.ts'
import { inBody } from './fuzz/in-body.ts'
import { random } from './fuzz/random.ts'
import { readBack } from './fuzz/read-back.ts'
import { type Subject, subjectOf, type Tried } from './fuzz/tried.ts'
import { pooled } from './pool.ts'
import type { Target } from './lib/target.ts'

/** Every place of every request, filled with what does not belong there. In development each answer is checked against its schema, so a wrong one is a 500. */

/** Signing out ends the attack, and these end others' sessions or delete what the rest needs. */
const LEFT_OUT = /sign-out|end-others|\/prune|\/rollback/

/** Whose password is another afterwards proves nothing any more where one is asked for. */
const CHANGES_WHO = /password\/change/

const sum = (what: string, all: readonly Tried[], unit = 'requests'): Attack => ({
  what,
  tried: count(
    all.reduce((n, t) => n + t.tried, 0),
    unit,
  ),
  broke: all.flatMap((t) => t.broke),
})

/** What is inside the fields of a workform is the same wherever they are taken: it is filled once. */
const isDone = ({ operation }: Subject, at: Place): boolean =>
  at[0] === 'fields' && at.length > 1 && operation.key !== 'POST /api/workforms'

type Task = () => Promise<Tried>

/** The requests with a body, place by place, and at random. */
function bodiesOf(subject: Subject, seed: number): { placed: Task[]; random: Task[] } {
  const { operation, things } = subject
  const { body } = operation
  if (!body) return { placed: [], random: [] }
  const given = { ...(sample(body) as object), ...(BODIES[operation.key]?.(things) as object) }
  const placed = places(body).filter(({ at }) => !isDone(subject, at))
  return {
    placed: placed.map(
      ({ at, schema }) =>
        () =>
          inBody(subject, at, schema, given),
    ),
    random: [() => random(subject, body, seed)],
  }
}

/** The requests with something else in their address, part by part. */
const addressesOf = (subject: Subject): Task[] =>
  subject.operation.parameters
    .filter((p) => p.in === 'query' || !(p.name in PLAIN) || p.name === 'day' || p.name === 'part')
    .map((p) => () => inAddress(subject, p.name, p.in))

/** The attacks of this part. */
export async function attackFuzz({ databaseUrl }: Target): Promise<Attack[]> {
  const [firm, apart] = [await newFirm(), await newFirm()]
  const [documented, routes] = [await operations(), inCallOrder(await allRoutes())]
  const remoteToken = await issueToken({ url: databaseUrl }, PLAIN['name'] ?? '')
  const seed = Date.now() % 2 ** 31
  const subjects = routes.flatMap((route) => {
    const operation = documented.find((o) => o.key === route.key)
    return operation && !LEFT_OUT.test(route.key)
      ? [subjectOf(operation, route, CHANGES_WHO.test(route.key) ? apart : firm, remoteToken)]
      : []
  })
  const bodies = subjects.map((subject) => bodiesOf(subject, seed))
  return [
    sum(
      'every place of every body, filled with what does not belong there',
      await pooled(bodies.flatMap((b) => b.placed)),
    ),
    sum('every part of every address', await pooled(subjects.flatMap(addressesOf))),
    sum(`bodies at random that the schemas take (seed ${seed})`, await pooled(bodies.flatMap((b) => b.random))),
    await asSent(firm),
    sum('all that was let in, read back', [await readBack(subjects, firm)]),
  ]
}
