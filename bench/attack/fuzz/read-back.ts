import { pathOf, QUERIES, type Route } from '../../../worker/src/testing/access-rules.ts'
import { ask } from '../../../worker/src/testing/access-world.ts'
import { badProblem } from '../answers.ts'
import type { Operation } from '../document.ts'
import type { Firm } from '../firms.ts'
import { callerOf, type Tried } from './tried.ts'

/** Reads everything that there is to read: what was let in must come out again. */
export async function readBack(firm: Firm, all: readonly Operation[], routes: readonly Route[]): Promise<Tried> {
  const broke: string[] = []
  const reads = all.filter((o) => o.method === 'GET' && o.access !== 'public')
  for (const operation of reads) {
    const route = routes.find((r) => r.key === operation.key)
    if (!route) continue
    for (const token of operation.access === 'user' ? [firm.bookkeeper.token, firm.one.client.token] : [callerOf(firm, operation)]) {
      const answer = await ask(token, 'GET', pathOf(route, firm.one.things) + (QUERIES[operation.key] ?? ''))
      const text = await answer.text()
      const bad = badProblem(answer.status, answer.headers.get('content-type'), text)
      if (bad) broke.push(`${operation.key} afterwards: ${bad}`)
    }
  }
  return { tried: reads.length, broke }
}
