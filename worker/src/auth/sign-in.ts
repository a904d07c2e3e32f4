import type { SignIn } from '@portal/contract/auth'
import type { Role } from '@portal/contract/statuses'
import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { Context } from '../context.ts'
import { authUsers, sessions } from '../db/schema/index.ts'
import { commit, type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { uuidv7 } from '../ids.ts'
import { defaultProfile, missingFirm, PROFILE_CONFLICTS } from '../profile/default-profile.ts'
import { countAttempt } from './attempts.ts'
import { linkSteps } from './client-account.ts'
import { renewConfirmation } from './confirmation.ts'
import { arriveFromDevice } from './devices.ts'
import { hashInTurn, verifyInTurn } from './hashing.ts'
import { needsRehash } from './password.ts'
import { type Account, accountOf, actorOf, type ClientRecord, ownRecords, personAs, recordsOf } from './people.ts'
import { issueSession, newRefreshToken, type OpenSession, type Person, sessionExpiry } from './sessions.ts'

const WRONG_PASSWORD: Record<Role, string> = {
  bookkeeper: 'Invalid email or password. Please check your credentials and try again.',
  client: 'Invalid email or password. Please try again.',
}
const WRONG_PORTAL: Record<Role, string> = {
  bookkeeper: 'This is the bookkeeper portal. Please use the client portal to sign in.',
  client: 'This is the client portal. Please use the bookkeeper portal to sign in.',
}
const USER_AGENT_MAX = 300

/**
 * Opens a session at one of the two portals. Unknown accounts cost the same work as known ones; what is wrong with an account is told
 * only to who knows its password.
 * @throws AppError `invalid_credentials`, `wrong_portal`, `email_not_confirmed`, `email_not_registered` (at the client portal: nobody's
 *   client, or no longer), `too_many_requests`
 */
export async function signIn(ctx: Context, input: z.output<typeof SignIn>): Promise<OpenSession> {
  const attempt = await countAttempt(ctx, 'sign-in', input.email)
  const [[account], records] = await ctx.db.batch([accountOf(ctx.db, input.email), recordsOf(ctx.db, input.email)])
  const right = await verifyInTurn(input.password, account?.passwordHash)
  // The client side tells unknown addresses apart, as it does at sign-up.
  if (input.portal === 'client' && !account && records.length === 0) throw new AppError('email_not_registered')
  if (!account?.passwordHash || !right) throw new AppError('invalid_credentials', { detail: WRONG_PASSWORD[input.portal] })
  await attempt.succeeded()
  if ((account.role ?? 'bookkeeper') !== input.portal) throw new AppError('wrong_portal', { detail: WRONG_PORTAL[input.portal] })
  if (!account.confirmedAt) {
    await renewConfirmation(ctx, { id: account.id, email: account.email, name: account.name ?? '' })
    throw new AppError('email_not_confirmed')
  }
  const { person, steps } = input.portal === 'client' ? clientOf(ctx, account, records) : bookkeeperOf(ctx, account)
  const sessionId = uuidv7()
  const refresh = newRefreshToken(sessionId)
  await commit(
    ctx,
    [
      openSession(ctx, person, { sessionId, refreshHash: refresh.hash, passwordHash: account.passwordHash }),
      ...(await rehash(ctx, account.id, account.passwordHash, input.password)),
      step(ctx.db.delete(sessions).where(and(eq(sessions.user_id, account.id), lt(sessions.expires_at, ctx.now.toISOString())))),
      ...steps,
      ...arriveFromDevice(ctx, person),
      audit(
        { ...ctx, actor: actorOf(person.userId, person.role, person.firmId, person.clientId) },
        {
          action: 'account.signed_in',
          subjectType: 'account',
          subjectId: person.userId,
          clientId: person.clientId,
          detail: { session_id: sessionId },
        },
      ),
    ],
    PROFILE_CONFLICTS,
  )
  return { session: await issueSession(ctx, person, sessionId), refreshToken: refresh.token }
}

interface Arrival {
  person: Person
  steps: Step[]
}

function bookkeeperOf(ctx: Context, account: Account): Arrival {
  const made =
    account.role === null
      ? defaultProfile(ctx, account.id)
      : account.firmId
        ? { firmId: account.firmId, steps: [] }
        : missingFirm(ctx, account.id)
  const person: Person = {
    userId: account.id,
    email: account.email,
    role: 'bookkeeper',
    name: account.name ?? '',
    company: account.company,
    timeZone: account.timeZone ?? 'UTC',
    firmId: made.firmId,
    clientId: null,
  }
  return { person, steps: made.steps }
}

/**
 * A client acts as the record they chose, or else as the newest. One that a bookkeeper added since is linked now: the address is
 * proven.
 */
function clientOf(ctx: Context, account: Account, records: readonly ClientRecord[]): Arrival {
  const own = ownRecords(account, records)
  const record = own.find((r) => r.id === account.chosenClientId) ?? own[0]
  if (!record) throw new AppError('email_not_registered')
  const person = personAs(account, record)
  const fresh = own.filter((r) => r.linkedTo === null)
  return { person, steps: linkSteps(ctx, account.id, account.email, fresh, 'account.linked') }
}

interface NewSession {
  sessionId: string
  refreshHash: string
  passwordHash: string
}

/** The row of a session, made only while the password that was checked still is the password: a reset meanwhile wins. */
function openSession(ctx: Context, person: Person, { sessionId, refreshHash, passwordHash }: NewSession): Step {
  const at = ctx.now.toISOString()
  const sql = `INSERT INTO sessions (id, user_id, client_id, refresh_hash, user_agent, created_at, last_used_at, expires_at)
    SELECT ?, id, ?, ?, ?, ?, ?, ? FROM auth_users WHERE id = ? AND password_hash = ?`
  const userAgent = ctx.userAgent.slice(0, USER_AGENT_MAX)
  return step(
    { sql, args: [sessionId, person.clientId, refreshHash, userAgent, at, at, sessionExpiry(ctx), person.userId, passwordHash] },
    'invalid_credentials',
  )
}

/** Hashes the password anew where the parameters have risen since it was set. */
async function rehash(ctx: Context, userId: string, known: string, password: string): Promise<Step[]> {
  if (!needsRehash(known)) return []
  const unchanged = and(eq(authUsers.id, userId), eq(authUsers.password_hash, known))
  return [
    step(
      ctx.db
        .update(authUsers)
        .set({ password_hash: await hashInTurn(password) })
        .where(unchanged),
    ),
  ]
}
