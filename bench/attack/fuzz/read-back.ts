import { pathOf, QUERIES } from '../../../worker/src/testing/access-rules.ts'
import type { Firm } from '../firms.ts'
import type { Subject, Tried } from './tried.ts'

/** Reads everything that there is to read: what was let in must come out again. */
export async function readBack(subjects: readonly Subject[], firm: Firm): Promise<Tried> {
  const broke: string[] = []
  const reads = subjects.filter(({ operation }) => operation.method === 'GET' && operation.access !== 'public')
  for (const { operation, route, things, ask } of reads) {
    const tokens = operation.access === 'user' ? [firm.bookkeeper.token, firm.one.client.token] : [undefined]
    for (const token of tokens) {
      const { bad } = await ask(pathOf(route, things) + (QUERIES[operation.key] ?? ''), undefined, token)
      if (bad) broke.push(`${operation.key} afterwards: ${bad}`)
    }
  }
  return { tried: reads.length, broke }
}
