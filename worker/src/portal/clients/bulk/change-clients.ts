import type { ChangeClients, ChangedClients, ClientsChange } from '@portal/contract/client-changes'
import { SECTIONS_PER_BATCH } from '@portal/contract/limits'
import { and, count, eq, inArray, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../../context.ts'
import { divide, inBatches } from '../../../platform/db/in-batches.ts'
import { bookClients, tags } from '../../../platform/db/schema/index.ts'
import { readStoredResponse, storedResponse } from '../../../platform/db/stored-response.ts'
import { commitOnce } from '../../../platform/db/write.ts'
import { isAppError } from '../../../errors.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { isTagNamed } from '../client-filter.ts'
import { LISTED_COLUMNS } from '../own-client.ts'
import { planArchive } from './archive-clients.ts'
import type { ChangedClient, PlannedChange } from './planned-change.ts'
import { planStatus } from './set-status.ts'
import { planTag, planUntag } from './tag-clients.ts'

type Input = z.output<typeof ChangeClients>

const NOT_FOUND = 'This client was not found.'
/** Attempts when other requests keep changing the same clients. */
const MAX_ATTEMPTS = 3

function planChange(
  ctx: BookkeeperContext,
  clients: readonly ChangedClient[],
  change: ClientsChange,
  otherTags: number,
): PlannedChange {
  switch (change.kind) {
    case 'status':
      return planStatus(ctx, clients, change)
    case 'tag':
      return planTag(ctx, clients, change, otherTags)
    case 'untag':
      return planUntag(ctx, clients, change)
    case 'archive':
    case 'restore':
      return planArchive(ctx, clients, change.kind === 'archive')
  }
}

async function plan(ctx: BookkeeperContext, ids: readonly string[], change: ClientsChange) {
  const { id, status, bookkeeper_id, is_archived, sections } = bookClients
  const isOther = change.kind === 'tag' ? not(isTagNamed(ctx, change.tag)) : undefined
  const [before, clients, [others]] = await ctx.db.batch([
    storedResponse(ctx),
    ctx.db
      .select({ id, status, is_archived: sql`${is_archived}`.mapWith(Boolean), sections, tags: LISTED_COLUMNS.tags })
      .from(bookClients)
      .where(and(eq(bookkeeper_id, ctx.actor.userId), inArray(id, ids))),
    ctx.db
      .select({ n: count() })
      .from(tags)
      .where(and(eq(tags.firm_id, ctx.actor.firmId), isOther)),
  ])
  const answer = readStoredResponse(ctx, before) as ChangedClients | undefined
  return { answer, clients, ...planChange(ctx, clients, change, others?.n ?? 0) }
}

/** Returns the result for each client. */
function resultsOf(
  ids: readonly string[],
  clients: readonly ChangedClient[],
  { refused, changed }: PlannedChange,
): ChangedClients {
  const known = new Map(clients.map((client) => [client.id, client.status]))
  const differing = new Set(changed.map((client) => client.id))
  const results = ids.map((id) => {
    const reason = known.has(id) ? (refused.get(id) ?? null) : NOT_FOUND
    return { client_id: id, ok: reason === null, changed: differing.has(id), reason, status: known.get(id) ?? null }
  })
  return { results }
}

/** Divides a change of clients, if it also changes their sections. Archived or not, so that a repeat divides alike. */
function batchesOf(ids: readonly string[], clients: readonly ChangedClient[], { kind }: ClientsChange): string[][] {
  const withSections = kind === 'archive' || kind === 'restore'
  const costs = new Map(clients.map(({ id, sections }) => [id, withSections ? sections : 0]))
  return divide(ids, SECTIONS_PER_BATCH, (id) => costs.get(id) ?? 0)
}

/**
 * Changes several of the bookkeeper's clients, those with many sections in batches (see `inBatches`). Clients that
 * cannot be changed are answered with a reason.
 * @throws AppError `stale`
 */
export async function changeClients(ctx: BookkeeperContext, { ids: given, change }: Input): Promise<ChangedClients> {
  const ids = [...new Set(given)]
  for (let attempt = 1; ; attempt++) {
    const { answer, clients, ...planned } = await plan(ctx, ids, change)
    if (answer) return answer
    const batches = batchesOf(ids, clients, change)
    if (batches.length > 1) return changeInBatches(ctx, batches, change)
    const results = resultsOf(ids, clients, planned)
    if (planned.changed.length === 0) return results
    try {
      // One event for all, so that open tabs fetch the list once.
      const published = publishToUser(ctx, ctx.actor.userId, 'client.changed', {})
      return await commitOnce(ctx, [...planned.steps(), published], results)
    } catch (error) {
      if (!isAppError(error, 'stale') || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function changeInBatches(ctx: BookkeeperContext, batches: string[][], change: ClientsChange) {
  const changed = await inBatches(ctx, batches, (batchCtx, ids) => changeClients(batchCtx, { ids, change }))
  return { results: changed.flatMap(({ results }) => results) }
}
