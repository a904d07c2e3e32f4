import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { SignedIn } from '../../../context.ts'
import { authFactors, authUsers, bookClients, passkeys, profiles, sessions } from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { isOwnSession } from '../../../platform/access/require-session.ts'

/** The account of a session, with what proves its owner. */
export interface SessionOwner {
  email: string
  name: string
  company: string | null
  /** The password hash, or null when no password is set. */
  hash: string | null
  /** The second factor, or null when it is off. */
  factor: { factorId: string; secret: string; lastStep: number } | null
  /** Number of passkeys. */
  passkeys: number
}

/** Returns the account of the current session. @throws AppError `unauthenticated` when the session has ended */
export async function sessionOwner(ctx: SignedIn): Promise<SessionOwner> {
  const [owner] = await ctx.db
    .select({
      email: authUsers.email,
      hash: authUsers.password_hash,
      // The name of a client is in the record that the session acts as.
      name: sql<string | null>`coalesce(${bookClients.name}, ${profiles.name})`,
      company: sql<string | null>`coalesce(${bookClients.company}, ${profiles.company})`,
      factor: { factorId: authFactors.id, secret: authFactors.secret, lastStep: authFactors.last_step },
      passkeys: ctx.db.$count(passkeys, eq(passkeys.user_id, authUsers.id)),
    })
    .from(sessions)
    .innerJoin(authUsers, eq(authUsers.id, sessions.user_id))
    .leftJoin(profiles, eq(profiles.id, sessions.user_id))
    .leftJoin(bookClients, eq(bookClients.id, sessions.client_id))
    .leftJoin(authFactors, and(eq(authFactors.user_id, sessions.user_id), isNotNull(authFactors.verified_at)))
    .where(isOwnSession(ctx))
  if (!owner) throw new AppError('unauthenticated')
  return { ...owner, name: owner.name ?? '' }
}
