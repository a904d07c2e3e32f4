import { allRoutes, BODIES, inOrder, PLAIN } from '../../worker/src/testing/access-rules.ts'
import { type Attack, count } from './attack.ts'
import { operations, places, sample } from './document.ts'
import { newFirm } from './firms.ts'
import { asSent } from './fuzz/as-sent.ts'
import { inAddress } from './fuzz/in-address.ts'
import { inBody } from './fuzz/in-body.ts'
import { random } from './fuzz/random.ts'
import { readBack } from './fuzz/read-back.ts'
import type { Tried } from './fuzz/tried.ts'
import { pooled } from './pool.ts'

/** Every place of every request, filled with what does not belong there. In development each answer is checked against its schema, so a wrong one is a 500. */

/** Signing out ends the attack, and these end others' sessions or delete what the rest needs. */
const LEFT_OUT = /sign-out|end-others|\/prune|\/rollback/

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
