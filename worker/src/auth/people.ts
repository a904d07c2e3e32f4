import type { Role } from '@portal/contract/statuses'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { authUsers, bookClientAuth, bookClients, profiles } from '../db/schema/index.ts'

/**
 * Reads that several verbs of this area share. They only build the query, so that a verb can batch them; the address may be an SQL
 * expression that another table gives.
 */

/** The account of an e-mail address, with its profile where it has one. */
export const accountOf = (db: Database, email: string | SQL) =>
  db
    .select({
      id: authUsers.id,
      email: authUsers.email,
      passwordHash: authUsers.password_hash,
      confirmedAt: authUsers.email_confirmed_at,
      role: profiles.role,
      name: profiles.name,
      company: profiles.company,
      timeZone: profiles.time_zone,
      firmId: profiles.firm_id,
    })
    .from(authUsers)
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .where(eq(authUsers.email, email))
    .limit(1)
export type Account = Awaited<ReturnType<typeof accountOf>>[number]

const RECORDS_MAX = 100

/** The client records of an address, newest first: those that carry it, and those its account is linked to. */
export const recordsOf = (db: Database, email: string | SQL) =>
  db
    .select({
      id: bookClients.id,
      email: bookClients.email,
      name: bookClients.name,
      phone: bookClients.phone,
      company: bookClients.company,
      firmId: bookClients.firm_id,
      bookkeeperId: bookClients.bookkeeper_id,
      linkedTo: bookClientAuth.auth_user_id,
    })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(
      sql`${bookClients.id} IN (SELECT client_id FROM book_client_auth WHERE auth_user_id = (SELECT id FROM auth_users WHERE email = ${email})
          UNION SELECT id FROM book_clients WHERE email = ${email})`,
    )
    .orderBy(desc(bookClients.created_at), desc(bookClients.id))
    .limit(RECORDS_MAX)
export type ClientRecord = Awaited<ReturnType<typeof recordsOf>>[number]

/** Whether an account is a bookkeeper's. One that never confirmed its address has not shown that it is its owner's. */
export const isBookkeeper = (account: Account | undefined): boolean => account?.role === 'bookkeeper' && account.confirmedAt !== null

/** An account as the actor of what is done to it, where nobody is signed in. */
export const actorOf = (userId: string, role: Role, firmId: string | null, clientId: string | null = null): Actor => ({
  userId,
  role,
  firmId: firmId ?? '',
  clientId,
  sessionId: '',
  timeZone: 'UTC',
})
