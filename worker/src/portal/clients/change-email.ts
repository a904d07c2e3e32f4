import { EMAIL_CHANGE_TTL_MS } from '@portal/contract/limits'
import type { Client } from '@portal/contract/clients'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { emailChangeMail, emailChangeNotice } from '../auth/records/email-change-mails.ts'
import { withinInvitationLimits } from '../auth/invitations/invitation-limits.ts'
import { invitationSteps } from '../auth/invitations/invite.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import {
  authUsers,
  bookClientAuth,
  bookClients,
  bookFormSubmissions,
  emailChanges,
  firms,
} from '../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { limitExceeded } from '../../platform/limits/limit-errors.ts'
import { sendMail, publishToClient } from '../../platform/outbox/enqueue.ts'
import { isOwnClient } from './own-client.ts'
import { requireInvitable } from './rules.ts'

/** Most requests per client and day. */
const REQUESTS_PER_DAY = 3
const DAY_MS = 86_400_000

/** Returns a query for the account that signs in as a client of the bookkeeper; its columns are null without one. */
export const signInOf = (ctx: BookkeeperContext, clientId: string) =>
  ctx.db
    .select({
      userId: bookClientAuth.auth_user_id,
      declinedAt: bookClientAuth.declined_at,
      email: authUsers.email,
      firm: firms.name,
      oneTap: firms.one_tap_links,
    })
    .from(bookClients)
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .leftJoin(authUsers, eq(authUsers.id, bookClientAuth.auth_user_id))
    .where(isOwnClient(ctx, clientId))
type SignIn = Awaited<ReturnType<typeof signInOf>>[number]

/** The bookkeeper who requests the change, as named in the mails. */
export interface Requester {
  name: string
  email: string
}

/** Returns a step that fails unless the client still has the same account, or none. */
function requireSameAccount({ db }: BookkeeperContext, clientId: string, userId: string | null): Step {
  const account = db
    .select({ id: bookClientAuth.auth_user_id })
    .from(bookClientAuth)
    .where(eq(bookClientAuth.client_id, clientId))
  return check('stale', sql`${account} IS ${userId}`)
}

/**
 * Returns steps that correct the address of a client who has not signed up yet. They send a new invitation; the old one
 * becomes invalid.
 * @throws AppError `client_refused` when the person at the old address has declined
 */
export async function correctEmailSteps(
  ctx: BookkeeperContext,
  client: Client,
  signIn: SignIn,
  by: Requester | undefined,
): Promise<Step[]> {
  const { id, email, name, updated_at } = client
  if (signIn.declinedAt)
    throw new AppError('client_refused', {
      detail: 'This person has declined. Add the client again with another email address.',
    })
  return [
    ...requireInvitable(ctx, [email]),
    requireSameAccount(ctx, id, null),
    step(ctx.db.update(bookFormSubmissions).set({ client_email: email }).where(eq(bookFormSubmissions.client_id, id))),
    step(ctx.db.update(bookClientAuth).set({ email, updated_at }).where(eq(bookClientAuth.client_id, id))),
    ...(await invitationSteps(ctx, {
      clientId: id,
      email,
      name,
      invitedBy: by?.name,
      inviter: ctx.actor,
      oneTap: signIn.oneTap,
    })),
  ]
}

/**
 * Returns steps that ask a client who has signed up to confirm another address. Until then, sign-in and mails use the
 * current address, which is notified.
 */
export function requestEmailSteps(
  ctx: BookkeeperContext,
  client: Client,
  email: string,
  signIn: SignIn,
  by: Requester,
): Step[] {
  const { userId } = ctx.actor
  const at = ctx.now.toISOString()
  const [id, token] = [uuidv7(), newToken()]
  const since = new Date(ctx.now.getTime() - DAY_MS).toISOString()
  const from = signIn.email ?? client.email
  const mail = { from, to: email, firm: signIn.firm, by }
  const row = {
    id,
    client_id: client.id,
    email,
    token_hash: tokenHash(token),
    created_at: at,
    expires_at: new Date(ctx.now.getTime() + EMAIL_CHANGE_TTL_MS).toISOString(),
  }
  const ofClient = eq(emailChanges.client_id, client.id)
  const isTaken = and(eq(bookClients.bookkeeper_id, userId), eq(bookClients.email, email))
  const isRecent = and(ofClient, gt(emailChanges.created_at, since))
  const isOpen = and(ofClient, isNull(emailChanges.closed_at))
  return [
    ...requireInvitable(ctx, [email]),
    ...withinInvitationLimits(ctx, ctx.actor.firmId, [email]),
    requireSameAccount(ctx, client.id, signIn.userId),
    check('client_email_taken', eq(ctx.db.$count(bookClients, isTaken), 0)),
    {
      ...check('too_many_requests', lt(ctx.db.$count(emailChanges, isRecent), REQUESTS_PER_DAY)),
      explain: async () => limitExceeded('attempts', DAY_MS),
    },
    step(ctx.db.update(emailChanges).set({ closed_at: at, outcome: 'replaced' }).where(isOpen)),
    step(ctx.db.insert(emailChanges).values(row)),
    sendMail(ctx, emailChangeMail(ctx, mail, { id, token })),
    sendMail(ctx, emailChangeNotice(ctx, mail)),
    publishToClient(ctx, client.id, 'account.changed', {}),
    audit(ctx, {
      action: 'client.email_change_requested',
      subjectType: 'client',
      subjectId: client.id,
      clientId: client.id,
      detail: { from, to: email },
    }),
  ]
}
