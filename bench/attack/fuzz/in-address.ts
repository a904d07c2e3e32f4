import { BODIES, pathOf, type Route } from '../../../worker/src/testing/access-rules.ts'
import { ask } from '../../../worker/src/testing/access-world.ts'
import { badProblem } from '../answers.ts'
import { type Operation, sample } from '../document.ts'
import type { Firm } from '../firms.ts'
import { IN_ADDRESS } from './nasty.ts'
import { callerOf, type Tried } from './tried.ts'

/** A request that would go well, but for one part of its address. */
export async function inAddress(firm: Firm, operation: Operation, route: Route, name: string, where: 'path' | 'query'): Promise<Tried> {
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
