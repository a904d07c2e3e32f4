import type { Role } from '@portal/contract/statuses'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { authUsers, bookClientAuth, bookClients, firms, profiles } from '../db/schema/index.ts'
import type { Person } from './sessions/sessions.ts'

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

/** Records that are read of an address. Those of its account come first: no number of offers hides them. */
const RECORDS_MAX = 500

/** The client records of an address: those its account is linked to, then those that wait for it, each newest first. */
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
      bookkeeperEmail: profiles.email,
      linkedTo: bookClientAuth.auth_user_id,
      declinedAt: bookClientAuth.declined_at,
      createdAt: bookClients.created_at,
    })
    .from(bookClients)
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(
      sql`${bookClients.id} IN (SELECT a.client_id FROM book_client_auth a JOIN auth_users u ON u.id = a.auth_user_id WHERE u.email = ${email}
          UNION SELECT c.id FROM book_clients c WHERE c.email = ${email})`,
    )
    .orderBy(sql`${bookClientAuth.auth_user_id} IS NULL`, desc(bookClients.created_at), desc(bookClients.id))
    .limit(RECORDS_MAX)
export type ClientRecord = Awaited<ReturnType<typeof recordsOf>>[number]

/** The records that an account acts as. */
export const linkedRecords = (
  account: Pick<Account, 'id'> | undefined,
  records: readonly ClientRecord[],
): ClientRecord[] => (account ? records.filter((r) => r.linkedTo === account.id) : [])

/** The records that wait for the owner of an address to accept them. */
export const offeredRecords = (email: string, records: readonly ClientRecord[]): ClientRecord[] =>
  records.filter((r) => r.linkedTo === null && r.declinedAt === null && r.email === email)

/** Clients of an address that were not declined, as SQL after FROM; its argument is the address. */
export const STANDING_CLIENTS = `book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id WHERE c.email = ? AND a.declined_at IS NULL`

/** A query for whether an address is a client's, by a record that was not declined. */
export const standingClient = (db: Database, email: string | SQL) =>
  db
    .select({ id: bookClients.id })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.email, email), isNull(bookClientAuth.declined_at)))
    .limit(1)

/** Whether an account is a client's, with an address that is proven. It is linked to a further record only when its owner accepts. */
export const isClient = (account: Account | undefined): account is Account =>
  account?.role === 'client' && account.confirmedAt !== null

/** A client who has no record yet, or no longer: all they can do is decide on offers. */
export const personWithoutRecord = (account: Account): Person => ({
  userId: account.id,
  email: account.email,
  role: 'client',
  name: account.email,
  company: null,
  timeZone: account.timeZone ?? 'UTC',
  firmId: '',
  clientId: null,
})

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
export const isBookkeeper = (account: Account | undefined): boolean =>
  account?.role === 'bookkeeper' && account.confirmedAt !== null

/** An account as the actor of what is done to it, where nobody is signed in. */
export const actorOf = (userId: string, role: Role, firmId: string | null, clientId: string | null = null): Actor => ({
  userId,
  role,
  firmId: firmId ?? '',
  clientId,
  sessionId: '',
  timeZone: 'UTC',
})
