import type { SearchQuery, SearchResults } from '@portal/contract/search'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { clientsById, clientsByName, clientsContaining } from './find-clients.ts'
import { submissionsById, submissionsByName, submissionsBySection } from './find-submissions.ts'
import { workformsById, workformsContaining } from './find-workforms.ts'
import { submissionsByWords } from './submissions-by-words.ts'
import { RESULTS_SHOWN } from './results-shown.ts'

/** Returns the first results of a kind, without repetitions. `keyOf` returns what identifies an item. */
function firstOf<T>(rows: readonly T[], keyOf: (row: T) => string) {
  const distinct = [...new Map(rows.map((row) => [keyOf(row), row])).values()]
  return { items: distinct.slice(0, RESULTS_SHOWN), more: distinct.length > RESULTS_SHOWN }
}

const idOf = (item: { id: string }): string => item.id
const pairOf = (pair: { workform_id: string; client_id: string }): string => `${pair.workform_id}~${pair.client_id}`

/** Returns the items that contain a text, in one round trip. Submissions that wait for a review come first. */
async function search(ctx: BookkeeperContext, q: string): Promise<SearchResults> {
  const [byName, containing, workforms, waiting, bySection, submissions] = await ctx.db.batch([
    clientsByName(ctx, q),
    clientsContaining(ctx, q),
    workformsContaining(ctx, q),
    submissionsByName(ctx, q),
    submissionsBySection(ctx, q),
    submissionsByWords(ctx, q),
  ])
  const clients = containing.map(({ name_order: _order, ...client }) => client)
  return {
    clients: firstOf([...byName, ...clients], idOf),
    workforms: firstOf(workforms, idOf),
    submissions: firstOf([...waiting, ...bySection, ...submissions], pairOf),
  }
}

/** Returns the items with these ids that the bookkeeper still has, in one round trip. */
async function lookUp(ctx: BookkeeperContext, ids: readonly string[]): Promise<SearchResults> {
  const [clients, workforms, submissions] = await ctx.db.batch([
    clientsById(ctx, ids),
    workformsById(ctx, ids),
    submissionsById(ctx, ids),
  ])
  const all = <T>(items: T[]) => ({ items, more: false })
  return { clients: all(clients), workforms: all(workforms), submissions: all(submissions) }
}

const NOTHING: SearchResults = {
  clients: { items: [], more: false },
  workforms: { items: [], more: false },
  submissions: { items: [], more: false },
}

/** Searches clients, workforms and submissions of the bookkeeper for a text, or looks items up. */
export async function quickSearch(
  ctx: BookkeeperContext,
  { q, ids }: z.output<typeof SearchQuery>,
): Promise<SearchResults> {
  if (ids) return lookUp(ctx, ids.split(','))
  return q ? search(ctx, q) : NOTHING
}
