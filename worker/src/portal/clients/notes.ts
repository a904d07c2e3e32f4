import type { ClientNotes, SaveClientNotes } from '@portal/contract/client-record'
import { eq, exists, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, clientNotes } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { isOwnClient, ownClient } from './own-client.ts'

const NONE: ClientNotes = { text: '', version: 0, updated_at: null }

/**
 * Returns the private notes about a client.
 * @throws AppError `not_found`
 */
export async function getNotes(ctx: BookkeeperContext, clientId: string): Promise<ClientNotes> {
  const { text, version, updated_at } = clientNotes
  const [row] = await ctx.db
    .select({ notes: { text, version, updated_at } })
    .from(bookClients)
    .leftJoin(clientNotes, eq(clientNotes.client_id, bookClients.id))
    .where(isOwnClient(ctx, clientId))
  return found(row).notes ?? NONE
}

/**
 * Replaces the private notes about a client. Saving the same text again changes nothing, so that a repeated request
 * succeeds.
 * @throws AppError `not_found`, `stale` when the notes have changed since they were read
 */
export async function saveNotes(
  ctx: BookkeeperContext,
  clientId: string,
  { text, version }: z.output<typeof SaveClientNotes>,
): Promise<ClientNotes> {
  const { db, actor, now } = ctx
  const changed = sql`${clientNotes.text} <> excluded.text`
  const save = db
    .insert(clientNotes)
    .values({ client_id: clientId, text, version: version + 1, updated_at: now.toISOString() })
    .onConflictDoUpdate({
      target: clientNotes.client_id,
      set: {
        text,
        version: sql`${clientNotes.version} + (${changed})`,
        updated_at: sql`iif(${changed}, excluded.updated_at, ${clientNotes.updated_at})`,
      },
      setWhere: sql`${clientNotes.version} = ${version} OR ${clientNotes.text} = ${text}`,
    })
    .returning({ text: clientNotes.text, version: clientNotes.version, updated_at: clientNotes.updated_at })
  const results = await commit(ctx, [
    check('not_found', exists(ownClient(ctx, clientId))),
    step(save, 'stale'),
    publishToUser(ctx, actor.userId, 'client.changed', { client_id: clientId }),
    // Without the text, because the log is kept when the client is erased.
    audit(ctx, { action: 'client.notes_changed', subjectType: 'client', subjectId: clientId, clientId }),
  ])
  return found(results[1]?.[0]) as unknown as ClientNotes
}
