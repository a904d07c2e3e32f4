import type { SearchResults } from '@portal/contract/search'
import { expect, it } from 'vitest'
import type { BookkeeperContext } from '../../context.ts'
import { addCopies, AT, NUMBERS } from '../../testing/copies.ts'
import { rowsRead } from '../../testing/counting-database.ts'
import { newBookkeeper, newClient, type TestBookkeeper } from '../../testing/portal.ts'
import { assigned, change, inSteps, newWorkform, textField } from '../../testing/work.ts'
import { quickSearch } from './quick-search.ts'

/** Adds clients `from` to `to`, each with a copy of the existing submission, of which every second is waiting. */
async function grow(bookkeeper: TestBookkeeper, from: number, to: number): Promise<void> {
  await addCopies(bookkeeper, from, to, {
    clientStatus: "'new'",
    sectionStatus: "iif(i % 2, 'completed', 'assigned')",
    submittedAt: `'${AT}'`,
  })
  const statuses = `INSERT INTO workform_section_statuses (submission_id, section_name, status, updated_at)
    SELECT ? || '-s' || i, 'Bank details', 'pending_review', ? FROM n WHERE i % 2`
  await change(`${NUMBERS} ${statuses}`, from, to, bookkeeper.userId, AT)
}

it('reads no more rows with 10,000 clients than with a tenth of them', async () => {
  const bea = await newBookkeeper()
  const client = await newClient(bea)
  const workform = await newWorkform(bea, { name: 'Yearly accounts', fields: [textField('a', 'Bank details')] })
  await assigned(bea, workform, [client.clientId])
  const ids = [`${bea.userId}-c77`, workform.id, `${workform.id}~${client.clientId}`].join(',')
  const asked: Record<string, (ctx: BookkeeperContext) => Promise<SearchResults>> = {
    'one client': (ctx) => quickSearch(ctx, { q: 'client77@' }),
    'all clients': (ctx) => quickSearch(ctx, { q: 'client' }),
    'several words of all clients': (ctx) => quickSearch(ctx, { q: 'example client' }),
    'several words of one client': (ctx) => quickSearch(ctx, { q: 'example client77@' }),
    'the beginning of all names': (ctx) => quickSearch(ctx, { q: 'cl' }),
    'a workform': (ctx) => quickSearch(ctx, { q: 'yearly' }),
    'a section': (ctx) => quickSearch(ctx, { q: 'bank' }),
    'a client and a workform': (ctx) => quickSearch(ctx, { q: 'yearly client77@' }),
    'all clients and a workform': (ctx) => quickSearch(ctx, { q: 'yearly client' }),
    nothing: (ctx) => quickSearch(ctx, { q: 'nothing like this' }),
    ids: (ctx) => quickSearch(ctx, { ids }),
  }
  const measure = async () => {
    const read: Record<string, number> = {}
    for (const [what, operation] of Object.entries(asked)) read[what] = await rowsRead(bea, operation)
    return read
  }
  await grow(bea, 0, 1100)
  const before = await measure()
  await inSteps(1100, 10_000, (from, to) => grow(bea, from, to))
  const after = await measure()
  for (const [what, rows] of Object.entries(after))
    expect(rows, what).toBeLessThanOrEqual((before[what] ?? 0) * 1.05 + 5)
  await rowsRead(bea, async (ctx) => {
    const { clients, submissions } = await quickSearch(ctx, { q: 'client 77' })
    expect(clients.items.map((c) => c.name).slice(0, 2)).toEqual(['Client 77', 'Client 770'])
    expect(clients.more).toBe(true)
    expect(submissions.items[0]?.waiting).toEqual(['Bank details'])
    // Neither waiting nor among the newest.
    const old = await quickSearch(ctx, { q: 'yearly client78@' })
    expect(old.submissions.items.map((s) => `${s.client_name}: ${s.workform_name}`)).toEqual([
      'Client 78: Yearly accounts',
    ])
  })
})
