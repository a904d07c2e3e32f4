import { OAuthProviderId } from '@portal/contract/oauth'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { authChallenges, authIdentities, authUsers } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { sendMail, publishToUser } from '../../../platform/outbox/enqueue.ts'
import { type Account, actorOf, auditAccount } from '../accounts.ts'
import { stillOpen } from '../factors/challenges.ts'
import { identityMail } from '../mails.ts'
import { providerName } from './providers.ts'

/** A user as a provider identified them. The email address counts only when it is `verified`. */
export const ProviderIdentity = z.object({
  provider: OAuthProviderId,
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  verified: z.boolean(),
  name: z.string(),
})
export type ProviderIdentity = z.infer<typeof ProviderIdentity>

/** A value that the provider returned, as stored in the challenge. */
const claim = (name: 'issuer' | 'subject' | 'email') => sql<string>`${authChallenges.detail} ->> ${name}`

const isLinked = and(eq(authIdentities.issuer, claim('issuer')), eq(authIdentities.subject, claim('subject')))

const hasToken = (token: string) =>
  and(eq(authChallenges.token_hash, tokenHash(token)), eq(authChallenges.purpose, 'oauth'))

/** Selects the pending provider sign-in of a token, with the linked identity. */
export const pendingSignIn = (ctx: Context, token: string) =>
  ctx.db
    .select({ id: authChallenges.id, detail: authChallenges.detail, identityId: authIdentities.id })
    .from(authChallenges)
    .leftJoin(authIdentities, isLinked)
    .where(and(hasToken(token), stillOpen(ctx)))
    .limit(1)

/** Selects the address of the account that a pending provider sign-in is linked to. */
export const linkedEmail = (db: Database, token: string) =>
  db
    .select({ email: authUsers.email })
    .from(authChallenges)
    .innerJoin(authIdentities, isLinked)
    .innerJoin(authUsers, eq(authUsers.id, authIdentities.user_id))
    .where(hasToken(token))

/** Selects the address that the provider returned for a pending provider sign-in. */
export const providedEmail = (db: Database, token: string) =>
  db
    .select({ email: claim('email') })
    .from(authChallenges)
    .where(hasToken(token))

/** Returns steps that link an identity to an account, with an audit entry and a live event, and the id of the link. */
export function linkIdentitySteps(
  ctx: Context,
  owner: Pick<Account, 'id' | 'firmId'>,
  { provider, issuer, subject, email }: ProviderIdentity,
): { id: string; steps: Step[] } {
  const id = uuidv7()
  const at = ctx.now.toISOString()
  const row = { id, user_id: owner.id, issuer, subject, provider, email, created_at: at, last_used_at: at }
  const steps = [
    step(ctx.db.insert(authIdentities).values(row)),
    auditAccount(actorOf(owner.id, 'bookkeeper', owner.firmId), 'identity.linked', { identity_id: id, provider }),
    publishToUser(ctx, owner.id, 'account.changed', {}),
  ]
  return { id, steps }
}

/** Returns steps that link an identity to an existing account and mail its owner. */
export function linkExisting(
  ctx: Context,
  owner: Pick<Account, 'id' | 'email' | 'firmId'>,
  identity: ProviderIdentity,
): Step[] {
  const { steps } = linkIdentitySteps(ctx, owner, identity)
  return [...steps, sendMail(ctx, identityMail(ctx, owner, providerName(ctx.settings, identity.provider), 'linked'))]
}
