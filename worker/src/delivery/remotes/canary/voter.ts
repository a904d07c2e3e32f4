import type { Role } from '@portal/contract/statuses'
import { and, eq, exists, or, type SQL } from 'drizzle-orm'
import type { Cohort } from '../../../portal/auth/sessions/cohort.ts'
import { isLive } from '../../../platform/access/require-session.ts'
import type { Context } from '../../../context.ts'
import { keyedHash } from '../../../platform/crypto/secrets.ts'
import { bookClients, profiles, sessions } from '../../../platform/db/schema/index.ts'

/** Returns the form in which the firm of a vote is stored. */
export const firmOfVote = ({ settings }: Pick<Context, 'settings'>, name: string, firmId: string): string =>
  keyedHash(settings.AUTH_SECRET, 'canary-firm', name, firmId)

/**
 * Returns the form in which the person of a vote is stored. It is the same for all remotes, so that the registry can
 * find a person's votes in the query that reads the canaries.
 */
export const personOfVote = ({ settings }: Pick<Context, 'settings'>, { userId }: Pick<Cohort, 'userId'>): string =>
  keyedHash(settings.AUTH_SECRET, 'canary-vote', userId)

/**
 * Returns the condition that the session of a cohort has not ended, that it acts at the cohort's firm, and that the
 * person has the role that opens a remote. The cookie with the cohort may be older than any of these.
 */
export function mayVote({ db, now }: Pick<Context, 'db' | 'now'>, cohort: Cohort, role: Role): SQL {
  const { userId, firmId, sessionId } = cohort
  const ownSession = and(eq(sessions.id, sessionId), eq(sessions.user_id, userId), isLive({ now }))
  const atFirm = or(eq(profiles.firm_id, firmId), eq(bookClients.firm_id, firmId))
  return exists(
    db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(profiles, eq(profiles.id, sessions.user_id))
      .leftJoin(bookClients, eq(bookClients.id, sessions.client_id))
      .where(and(ownSession, eq(profiles.role, role), atFirm)),
  )
}
