import { and, eq, isNull, ne, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../platform/db/client.ts'
import { authUsers, bookClientAuth, bookClients, profiles } from '../../platform/db/schema/index.ts'

const others = alias(bookClients, 'others')
const otherAuth = alias(bookClientAuth, 'other_auth')

/** Returns a query for the client's account if no other bookkeeper has the person as a client or has invited them. */
export function soleAccount(db: Database, clientId: string) {
  const otherRecords = db
    .select({ id: otherAuth.id })
    .from(otherAuth)
    .where(and(eq(otherAuth.auth_user_id, authUsers.id), ne(otherAuth.client_id, clientId)))
  const otherInvitations = db
    .select({ id: others.id })
    .from(others)
    .leftJoin(otherAuth, eq(otherAuth.client_id, others.id))
    .where(
      and(
        eq(others.email, authUsers.email),
        ne(others.id, clientId),
        isNull(otherAuth.auth_user_id),
        isNull(otherAuth.declined_at),
      ),
    )
  const isLinked = eq(authUsers.id, bookClientAuth.auth_user_id)
  const isInvited = and(isNull(bookClientAuth.auth_user_id), eq(authUsers.email, bookClients.email))
  return db
    .select({ id: authUsers.id })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .innerJoin(authUsers, or(isLinked, isInvited))
    .innerJoin(profiles, eq(profiles.id, authUsers.id))
    .where(
      and(
        eq(bookClients.id, clientId),
        eq(profiles.role, 'client'),
        notExists(otherRecords),
        notExists(otherInvitations),
      ),
    )
}
