import type { Role } from '@portal/contract/statuses'
import { and, desc, eq, inArray, isNotNull, isNull, notExists, sql, type SQLWrapper } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import { audit } from '../../platform/audit/append.ts'
import type { Actor, Context } from '../../context.ts'
import type { Database } from '../../platform/db/client.ts'
import {
  authFactors,
  authUsers,
  bookClientAuth,
  bookClients,
  firms,
  passkeys,
  profiles,
} from '../../platform/db/schema/index.ts'
import { check, type Step } from '../../platform/db/write.ts'
import type { SessionUser } from './sessions/session.ts'

/**
 * Queries that several operations share. Each returns a query that has not run, so that an operation can batch it. The
 * email address may be a query.
 */

/** Selects the account of an email address, with its profile, verified second factor and number of passkeys. */
export const accountByEmail = (db: Database, email: string | SQLWrapper) =>
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
      factorId: authFactors.id,
      passkeys: db.$count(passkeys, eq(passkeys.user_id, authUsers.id)),
    })
    .from(authUsers)
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .leftJoin(authFactors, and(eq(authFactors.user_id, authUsers.id), isNotNull(authFactors.verified_at)))
    .where(eq(authUsers.email, email))
    .limit(1)
export type Account = Awaited<ReturnType<typeof accountByEmail>>[number]

/** The most records read for one address. Linked ones come first, so that no number of offers hides them. */
const RECORDS_MAX = 500

/** Selects the client records of an email address: linked records first, then waiting ones, each newest first. */
export const recordsByEmail = (db: Database, email: string | SQLWrapper) =>
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
      inArray(
        bookClients.id,
        union(
          db
            .select({ id: bookClientAuth.client_id })
            .from(bookClientAuth)
            .innerJoin(authUsers, eq(authUsers.id, bookClientAuth.auth_user_id))
            .where(eq(authUsers.email, email)),
          db.select({ id: bookClients.id }).from(bookClients).where(eq(bookClients.email, email)),
        ),
      ),
    )
    .orderBy(isNull(bookClientAuth.auth_user_id), desc(bookClients.created_at), desc(bookClients.id))
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

/** The condition for records that the owner of the address has neither accepted nor declined. */
export const isUndecided = sql`${bookClientAuth.auth_user_id} IS NULL AND ${bookClientAuth.declined_at} IS NULL`

/** Selects a client record with an email address, if its owner has accepted it. */
export const clientByEmail = (db: Database, email: string | SQLWrapper) =>
  db
    .select({ id: bookClients.id })
    .from(bookClients)
    .innerJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(and(eq(bookClients.email, email), isNotNull(bookClientAuth.auth_user_id)))
    .limit(1)

/** Returns a step that fails with `email_used_by_client` when a client has accepted with the email address. */
export const requireNoClient = ({ db }: Pick<Context, 'db'>, email: string): Step =>
  check('email_used_by_client', notExists(clientByEmail(db, email)))

/** Returns a step that fails with `email_used_by_bookkeeper` when a bookkeeper has confirmed the email address. */
export const requireNoBookkeeper = ({ db }: Pick<Context, 'db'>, email: string): Step =>
  check(
    'email_used_by_bookkeeper',
    notExists(
      db
        .select({ id: authUsers.id })
        .from(authUsers)
        .innerJoin(profiles, eq(profiles.id, authUsers.id))
        .where(
          and(eq(authUsers.email, email), eq(profiles.role, 'bookkeeper'), isNotNull(authUsers.email_confirmed_at)),
        ),
    ),
  )

/** Returns whether an account has this role and a confirmed address. */
export const isConfirmed = (account: Account | undefined, role: Role): boolean =>
  account?.role === role && account.confirmedAt !== null

/** Returns a client who acts as one of their records. Without a record, all they can do is decide on offers. */
export const userAs = (account: Account, record?: ClientRecord): SessionUser => ({
  userId: account.id,
  email: account.email,
  role: 'client',
  name: record?.name ?? account.email,
  company: record?.company ?? null,
  timeZone: account.timeZone ?? 'UTC',
  firmId: record?.firmId ?? '',
  clientId: record?.id ?? null,
})

/** Returns an account as the actor of an operation without a session. */
export const actorOf = (userId: string, role: Role, firmId: string | null, clientId: string | null = null): Actor => ({
  userId,
  role,
  firmId: firmId ?? '',
  clientId,
  sessionId: '',
  timeZone: 'UTC',
})

/** Returns a step that records an action of an account in the audit log of the actor's firm. */
export const auditAccount = (
  actor: Pick<Actor, 'userId' | 'role' | 'firmId' | 'clientId'>,
  action: string,
  detail: Record<string, unknown> = {},
): Step =>
  audit({ actor }, { action, subjectType: 'account', subjectId: actor.userId, clientId: actor.clientId, detail })

/** Returns a step that records an action of a client's account in the audit log of the record's firm. */
export const auditClientAccount = (
  userId: string,
  record: Pick<ClientRecord, 'id' | 'firmId'>,
  action: string,
  detail: Record<string, unknown> = {},
): Step => auditAccount(actorOf(userId, 'client', record.firmId, record.id), action, detail)
