import type { SignIn } from '@portal/contract/auth'
import type { SecondFactorRequired } from '@portal/contract/factors'
import type { Role } from '@portal/contract/statuses'
import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authUsers, profiles, sessions } from '../../db/schema/index.ts'
import { commit, type Conflicts, require, type Step, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { defaultProfile, missingFirm, PROFILE_CONFLICTS } from './default-profile.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { renewConfirmation } from '../sign-up/confirmation.ts'
import { declineRecords } from '../records/decline-records.ts'
import { arriveFromDevice } from '../sessions/devices.ts'
import { challengeAnswer, factorOf, openChallenge } from '../factors/challenges.ts'
import { hashInTurn, verifyInTurn } from '../passwords/queued-hashing.ts'
import { voidLinks } from '../email-links.ts'
import { type Arrived, linkExisting } from '../oauth/arrived.ts'
import { needsRehash } from '../passwords/password-hash.ts'
import {
  type Account,
  accountOf,
  actorOf,
  type ClientRecord,
  linkedRecords,
  offeredRecords,
  personAs,
  personWithoutRecord,
  recordsOf,
} from '../accounts.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { issueSession, newRefreshToken, type OpenSession, type Person, sessionExpiry } from '../sessions/sessions.ts'

const WRONG_PASSWORD: Record<Role, string> = {
  bookkeeper: 'Invalid email or password. Please check your credentials and try again.',
  client: 'Invalid email or password. Please try again.',
}
const WRONG_PORTAL: Record<Role, string> = {
  bookkeeper: 'This is the bookkeeper portal. Please use the client portal to sign in.',
  client: 'This is the client portal. Please use the bookkeeper portal to sign in.',
}
const USER_AGENT_MAX = 300

/** What a session is opened on: the password that was checked, or the linked account at a provider. */
export type Proof = { kind: 'password'; hash: string } | { kind: 'identity'; id: string }

/** Somebody who has proven who they are. */
export interface WayIn {
  account: Account
  records: readonly ClientRecord[]
  portal: Role
  proof: Proof
  /** What else changes with the session. */
  steps?: readonly Step[]
  /** What a constraint that these steps break means. */
  conflicts?: Conflicts
  /** An account at a provider that is linked with this sign-in, and not before it. */
  link?: Arrived
  /** The second factor, where one was proven: what it takes, and by what. */
  second?: { steps: readonly Step[]; by: 'totp' | 'recovery_code' }
}

/** What a first step leads to: a session, or the challenge for the second factor. */
export type SignedInOrDue = OpenSession | SecondFactorRequired

/**
 * Opens a session at one of the two portals, or asks for the second factor where there is one: until it is proven there is neither
 * session nor token. Unknown accounts cost the same work as known ones; what is wrong with an account is told only to who knows its
 * password.
 * @throws AppError `invalid_credentials`, `wrong_portal`, `email_not_confirmed`, `awaiting_approval`, `email_not_registered` (at the client portal: nobody's
 *   client, or no longer), `too_many_requests`
 */
export async function signIn(ctx: Context, input: z.output<typeof SignIn>): Promise<SignedInOrDue> {
  const attempt = await countAttempt(ctx, 'sign-in', input.email)
  const [[account], records, [factor]] = await ctx.db.batch([
    accountOf(ctx.db, input.email),
    recordsOf(ctx.db, input.email),
    factorOf(ctx.db, input.email),
  ])
  const right = await verifyInTurn(ctx, input.password, account?.passwordHash)
  // The client side tells unknown addresses apart, as it does at sign-up.
  if (input.portal === 'client' && !account && records.length === 0) throw new AppError('email_not_registered')
  if (!account?.passwordHash || !right)
    throw new AppError('invalid_credentials', { detail: WRONG_PASSWORD[input.portal] })
  await attempt.succeeded()
  if ((account.role ?? 'bookkeeper') !== input.portal)
    throw new AppError('wrong_portal', { detail: WRONG_PORTAL[input.portal] })
  if (!account.confirmedAt) {
    await renewConfirmation(ctx, { id: account.id, email: account.email, name: account.name ?? '' })
    throw new AppError('email_not_confirmed')
  }
  const { hash, steps } = await rehash(ctx, account.id, account.passwordHash, input.password)
  const way: WayIn = { account, records, portal: input.portal, proof: { kind: 'password', hash }, steps }
  return factor ? askForFactor(ctx, factor.id, way) : enter(ctx, way)
}

/** Keeps what the first step has proven, bound to its user, and asks for the second. */
export async function askForFactor(ctx: Context, factorId: string, way: WayIn): Promise<SecondFactorRequired> {
  // Of a password only what tells whether it is still the same one.
  const proven = way.proof.kind === 'password' ? { kind: 'password', hash: tokenHash(way.proof.hash) } : way.proof
  const opened = openChallenge(ctx, {
    purpose: 'sign-in',
    userId: way.account.id,
    factorId,
    detail: { ...proven, portal: way.portal, link: way.link },
  })
  await commit(ctx, [...(way.steps ?? []), ...opened.steps])
  return { second_factor: challengeAnswer(factorId, opened) }
}

/** Opens the session of somebody who has proven all that is asked of them. */
export async function enter(ctx: Context, way: WayIn): Promise<OpenSession> {
  const { account, records, portal } = way
  const { person, steps } = portal === 'client' ? clientOf(ctx, account, records) : bookkeeperOf(ctx, account)
  const sessionId = uuidv7()
  const refresh = newRefreshToken(ctx.settings.AUTH_SECRET, sessionId)
  await commit(
    ctx,
    [
      ...(way.second?.steps ?? []),
      ...(way.steps ?? []),
      openSession(ctx, person, { sessionId, refreshHash: refresh.hash, way }),
      step(
        ctx.db
          .delete(sessions)
          .where(and(eq(sessions.user_id, account.id), lt(sessions.expires_at, ctx.now.toISOString()))),
      ),
      ...steps,
      ...(way.link ? linkOf(ctx, account, person, way.link) : []),
      ...arriveFromDevice(ctx, person),
      audit(
        { ...ctx, actor: actorOf(person.userId, person.role, person.firmId, person.clientId) },
        {
          action: 'account.signed_in',
          subjectType: 'account',
          subjectId: person.userId,
          clientId: person.clientId,
          detail: {
            session_id: sessionId,
            ...(way.proof.kind === 'identity' ? { identity_id: way.proof.id } : {}),
            ...(way.second ? { second_factor: way.second.by } : {}),
          },
        },
      ),
    ],
    { ...PROFILE_CONFLICTS, 'auth_identities.issuer': 'account_exists', ...way.conflicts },
  )
  return { session: await issueSession(ctx, person, sessionId), refreshToken: refresh.token }
}

/** Steps that link a provider's account. The provider vouches for the address, so it is confirmed with that. */
function linkOf(ctx: Context, account: Account, person: Person, link: Arrived): Step[] {
  const confirmed = ctx.db.update(authUsers).set({ email_confirmed_at: ctx.now.toISOString() })
  return [
    ...linkExisting(ctx, { id: account.id, email: account.email, name: person.name, firmId: person.firmId }, link),
    ...(account.confirmedAt
      ? []
      : [
          step(confirmed.where(eq(authUsers.id, account.id))),
          voidLinks(ctx, account.id, 'confirm'),
          ...declineRecords(ctx, account.email),
        ]),
  ]
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
  const approved = 'NOT EXISTS (SELECT 1 FROM firms WHERE id = ? AND awaiting_approval_since IS NOT NULL)'
  return { person, steps: [...made.steps, require('awaiting_approval', approved, [made.firmId])] }
}

/**
 * A client acts as the record used last, or else as the newest of theirs. A record that a bookkeeper added since is not theirs until
 * they accept it; where there is nothing else, they come in to decide on it.
 */
function clientOf(ctx: Context, account: Account, records: readonly ClientRecord[]): Arrival {
  const own = linkedRecords(account, records)
  const record = own.find((r) => r.id === account.chosenClientId) ?? own[0]
  if (record) {
    const used = ctx.db.update(profiles).set({ chosen_client_id: record.id }).where(eq(profiles.id, account.id))
    return { person: personAs(account, record), steps: record.id === account.chosenClientId ? [] : [step(used)] }
  }
  if (offeredRecords(account.email, records).length === 0) throw new AppError('email_not_registered')
  return { person: personWithoutRecord(account), steps: [] }
}

interface NewSession {
  sessionId: string
  refreshHash: string
  way: WayIn
}

/**
 * The row of a session, made only while what was proven still holds: a password that is reset meanwhile, an account that is unlinked,
 * or a second factor that is turned on wins.
 */
function openSession(ctx: Context, person: Person, { sessionId, refreshHash, way }: NewSession): Step {
  const at = ctx.now.toISOString()
  const holds =
    way.proof.kind === 'password'
      ? { sql: 'password_hash = ?', args: [way.proof.hash], code: 'invalid_credentials' as const }
      : {
          sql: 'EXISTS (SELECT 1 FROM auth_identities i WHERE i.id = ? AND i.user_id = auth_users.id)',
          args: [way.proof.id],
          code: 'session_expired' as const,
        }
  const second = way.second
    ? ''
    : 'AND NOT EXISTS (SELECT 1 FROM auth_factors f WHERE f.user_id = auth_users.id AND f.verified_at IS NOT NULL)'
  const sql = `INSERT INTO sessions (id, user_id, client_id, refresh_hash, user_agent, created_at, last_used_at, expires_at)
    SELECT ?, id, ?, ?, ?, ?, ?, ? FROM auth_users WHERE id = ? AND ${holds.sql} ${second}`
  const userAgent = ctx.userAgent.slice(0, USER_AGENT_MAX)
  return step(
    {
      sql,
      args: [
        sessionId,
        person.clientId,
        refreshHash,
        userAgent,
        at,
        at,
        sessionExpiry(ctx),
        person.userId,
        ...holds.args,
      ],
    },
    holds.code,
  )
}

/** The hash of the password that holds from now on: a new one where the parameters have risen since it was set. */
async function rehash(
  ctx: Context,
  userId: string,
  known: string,
  password: string,
): Promise<{ hash: string; steps: Step[] }> {
  if (!needsRehash(known)) return { hash: known, steps: [] }
  const hash = await hashInTurn(ctx, password)
  const unchanged = and(eq(authUsers.id, userId), eq(authUsers.password_hash, known))
  return {
    hash,
    steps: [step(ctx.db.update(authUsers).set({ password_hash: hash }).where(unchanged), 'invalid_credentials')],
  }
}
