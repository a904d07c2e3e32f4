import type { Role } from '@portal/contract/statuses'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { authUsers, bookClientAuth, bookClients, firms, profiles } from '../db/schema/index.ts'
import type { Person } from './sessions.ts'

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
      chosenClientId: profiles.chosen_client_id,
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
      firm: firms.name,
      bookkeeperId: bookClients.bookkeeper_id,
      bookkeeper: profiles.name,
      linkedTo: bookClientAuth.auth_user_id,
    })
    .from(bookClients)
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(
      sql`${bookClients.id} IN (SELECT client_id FROM book_client_auth WHERE auth_user_id = (SELECT id FROM auth_users WHERE email = ${email})
          UNION SELECT id FROM book_clients WHERE email = ${email})`,
    )
    .orderBy(desc(bookClients.created_at), desc(bookClients.id))
    .limit(RECORDS_MAX)
export type ClientRecord = Awaited<ReturnType<typeof recordsOf>>[number]

/** Of the records of an address those that the account may act as: its own, and those that are nobody's yet. */
export const ownRecords = (account: Pick<Account, 'id' | 'email'>, records: readonly ClientRecord[]): ClientRecord[] =>
  records.filter((r) => r.linkedTo === account.id || (r.linkedTo === null && r.email === account.email))

/** A client as one of their records. */
export const personAs = (account: Account, record: ClientRecord): Person => ({
  userId: account.id,
  email: account.email,
  role: 'client',
  name: record.name,
  company: record.company,
  timeZone: account.timeZone ?? 'UTC',
  firmId: record.firmId,
  clientId: record.id,
})

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
