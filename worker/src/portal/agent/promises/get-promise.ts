import type { ClientPromise } from '@portal/contract/promises'
import { and, eq, exists, gte } from 'drizzle-orm'
import type { BookkeeperContext } from '../../../context.ts'
import { CLIENT_TIME_ZONE, clientProfiles, isClientProfile } from '../../../platform/db/client-time-zone.ts'
import {
  agentClients,
  bookClientAuth,
  bookClients,
  bookClientWorkforms,
  chatMessages,
  chatThreads,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { isOpen } from '../../../platform/db/section-phase.ts'
import { found } from '../../../errors.ts'
import { latestMessages } from './client-messages.ts'
import { promiseOf } from './promise-of.ts'

/** Age up to which messages are offered, in days. */
const DAYS_BACK = 14

/**
 * Returns the latest promise of a client who has something to send, whether the bookkeeper has read it or not.
 * @throws AppError `not_found`
 */
export async function getPromise(
  { db, actor, now }: BookkeeperContext,
  clientId: string,
): Promise<{ promise: ClientPromise | null }> {
  const since = new Date(now.getTime() - DAYS_BACK * 86_400_000).toISOString()
  const open = db
    .select({ id: bookClientWorkforms.id })
    .from(bookClientWorkforms)
    .where(and(eq(bookClientWorkforms.client_id, bookClients.id), isOpen(bookClientWorkforms.status)))
  const rows = await db
    .select({
      time_zone: CLIENT_TIME_ZONE,
      preferences: agentClients.preferences,
      messages: latestMessages(gte(chatMessages.created_at, since)),
      has_open: exists(open).mapWith(Boolean),
    })
    .from(bookClients)
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClients.id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .leftJoin(agentClients, eq(agentClients.client_id, bookClients.id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(clientProfiles, isClientProfile)
    .where(and(eq(bookClients.id, clientId), eq(bookClients.bookkeeper_id, actor.userId)))
  const client = found(rows[0])
  return { promise: client.has_open ? promiseOf(client.messages, client, now) : null }
}
