import { pathOf, type Route } from '../../../worker/src/testing/access-rules.ts'
import { ask } from '../../../worker/src/testing/access-world.ts'
import { badProblem } from '../answers.ts'
import { type Attack, count } from '../attack.ts'
import type { Firm } from '../firms.ts'
import { pooled } from '../pool.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const

/** Every path with every method that it does not take. */
export async function otherMethods(all: readonly Route[], firm: Firm): Promise<Attack> {
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
          const bad =
            answer.status !== 404 && answer.status !== 405 ? `${answer.status} ${text.slice(0, 80)}` : undefined
          const problem =
            bad ?? (method === 'HEAD' ? undefined : badProblem(answer.status, answer.headers.get('content-type'), text))
          if (problem) broke.push(`${method} ${path} for ${who}: ${problem}`)
          if (answer.headers.has('access-control-allow-origin')) broke.push(`${method} ${path} lets other origins read`)
        })
      }
    }
  }
  await pooled(tasks)
  return { what: 'methods that a path does not take', tried: count(tasks.length, 'requests'), broke }
}
