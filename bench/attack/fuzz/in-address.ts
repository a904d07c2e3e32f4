import { BODIES, pathOf } from '../../../worker/src/testing/access-rules.ts'
import { sample } from '../document.ts'
import { IN_ADDRESS } from './nasty.ts'
import type { Subject, Tried } from './tried.ts'

/** Requests that would go well, but for one part of their address. */
export async function inAddress(
  { operation, route, things, ask }: Subject,
  name: string,
  where: 'path' | 'query',
): Promise<Tried> {
  const broke: string[] = []
  const path = pathOf(route, things)
  const given = BODIES[operation.key]?.(things) ?? (operation.body ? sample(operation.body) : {})
  const body = operation.method === 'GET' ? undefined : JSON.stringify(given)
  for (const nasty of IN_ADDRESS) {
    const { bad } = await ask(
      where === 'query' ? `${path}?${name}=${nasty}` : pathOf(route, things, { [name]: nasty || '%20' }),
      body,
    )
    if (bad) broke.push(`${operation.key} with ${nasty.slice(0, 40)} as ${name}: ${bad}`)
  }
  return { tried: IN_ADDRESS.length, broke }
}
