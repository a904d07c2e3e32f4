import type { Role } from '@portal/contract/statuses'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../context.ts'
import type { Database } from '../db/client.ts'
import { authUsers, bookClientAuth, bookClients, firms, profiles } from '../db/schema/index.ts'
import type { SessionUser } from './sessions/session.ts'

/**
 * Queries that several operations share. Each returns a query that has not run, so that an operation can batch it. The
 * email address may be an SQL expression.
 */

/** Selects the account of an email address, with its profile if it has one. */
export const accountByEmail = (db: Database, email: string | SQL) =>
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
export type Account = Awaited<ReturnType<typeof accountByEmail>>[number]

/** The most records read for one address. Linked ones come first, so that no number of offers hides them. */
const RECORDS_MAX = 500

/** Selects the client records of an email address: linked records first, then waiting ones, each newest first. */
export const recordsByEmail = (db: Database, email: string | SQL) =>
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
      sql`${bookClients.id} IN (
          SELECT a.client_id FROM book_client_auth a JOIN auth_users u ON u.id = a.auth_user_id WHERE u.email = ${email}
          UNION SELECT c.id FROM book_clients c WHERE c.email = ${email})`,
    )
    .orderBy(sql`${bookClientAuth.auth_user_id} IS NULL`, desc(bookClients.created_at), desc(bookClients.id))
    .limit(RECORDS_MAX)
export type ClientRecord = Awaited<ReturnType<typeof recordsByEmail>>[number]

/** Returns the records that are linked to an account. */
export const linkedRecords = (
  account: Pick<Account, 'id'> | undefined,
  records: readonly ClientRecord[],
): ClientRecord[] => (account ? records.filter((r) => r.linkedTo === account.id) : [])

/** Returns the records that the owner of an email address has not decided on. */
export const offeredRecords = (email: string, records: readonly ClientRecord[]): ClientRecord[] =>
  records.filter((r) => r.linkedTo === null && r.declinedAt === null && r.email === email)

/** SQL after FROM: the clients with an email address that were not declined. Its argument is the address. */
export const CLIENTS_WITH_EMAIL = `book_clients c LEFT JOIN book_client_auth a ON a.client_id = c.id
  WHERE c.email = ? AND a.declined_at IS NULL`

/** Selects a client with an email address that was not declined. */
export const clientByEmail = (db: Database, email: string | SQL) =>
  db
    .select({ id: bookClients.id })
    .from(bookClients)
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.email, email), isNull(bookClientAuth.declined_at)))
    .limit(1)

/** Returns whether an account belongs to a client who has confirmed the address. */
export const isConfirmedClient = (account: Account | undefined): account is Account =>
  account?.role === 'client' && account.confirmedAt !== null

/** Returns a client without a record. All they can do is decide on offers. */
export const userWithoutRecord = (account: Account): SessionUser => ({
  userId: account.id,
  email: account.email,
  role: 'client',
  name: account.email,
  company: null,
  timeZone: account.timeZone ?? 'UTC',
  firmId: '',
  clientId: null,
})

/** Returns a client who acts as one of their records. */
export const userAs = (account: Account, record: ClientRecord): SessionUser => ({
  userId: account.id,
  email: account.email,
  role: 'client',
  name: record.name,
  company: record.company,
  timeZone: account.timeZone ?? 'UTC',
  firmId: record.firmId,
  clientId: record.id,
})

/** Returns whether an account belongs to a bookkeeper who has confirmed the address. */
export const isConfirmedBookkeeper = (account: Account | undefined): boolean =>
  account?.role === 'bookkeeper' && account.confirmedAt !== null

/** Returns an account as the actor of an operation without a session. */
export const actorOf = (userId: string, role: Role, firmId: string | null, clientId: string | null = null): Actor => ({
  userId,
  role,
  firmId: firmId ?? '',
  clientId,
  sessionId: '',
  timeZone: 'UTC',
})

/** SQL condition: no bookkeeper has confirmed an email address. Its argument is the address. */
export const NO_BOOKKEEPER_WITH_EMAIL = `NOT EXISTS (SELECT 1 FROM auth_users u JOIN profiles p ON p.id = u.id
  WHERE u.email = ? AND p.role = 'bookkeeper' AND u.email_confirmed_at IS NOT NULL)`
