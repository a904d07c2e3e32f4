import { OAuthProviderId } from '@portal/contract/oauth'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { authChallenges, authIdentities } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { actorOf } from '../accounts.ts'
import { stillOpen } from '../factors/challenges.ts'
import { identityMail } from './mails.ts'
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

/**
 * Selects the pending provider sign-in of a token, with the linked identity and the second factor of the account that
 * is linked or has the address.
 */
export const pendingSignIn = (ctx: Context, token: string) =>
  ctx.db
    .select({
      id: authChallenges.id,
      detail: authChallenges.detail,
      identityId: authIdentities.id,
      factorId: sql<string | null>`(SELECT f.id FROM auth_factors f WHERE f.verified_at IS NOT NULL AND f.user_id =
        coalesce(${authIdentities.user_id},
          (SELECT u.id FROM auth_users u WHERE u.email = ${authChallenges.detail} ->> 'email')))`,
    })
    .from(authChallenges)
    .leftJoin(
      authIdentities,
      sql`${authIdentities.issuer} = ${authChallenges.detail} ->> 'issuer'
        AND ${authIdentities.subject} = ${authChallenges.detail} ->> 'subject'`,
    )
    .where(and(eq(authChallenges.token_hash, tokenHash(token)), eq(authChallenges.purpose, 'oauth'), stillOpen(ctx)))
    .limit(1)

/** SQL expression: the address of the account that a pending provider sign-in is linked to. */
export const linkedEmail = (token: string) =>
  sql`(SELECT u.email FROM auth_challenges c
       JOIN auth_identities i ON i.issuer = c.detail ->> 'issuer' AND i.subject = c.detail ->> 'subject'
       JOIN auth_users u ON u.id = i.user_id WHERE c.token_hash = ${tokenHash(token)})`

/** SQL expression: the address that the provider returned for a pending provider sign-in. */
export const providedEmail = (token: string) =>
  sql`(SELECT c.detail ->> 'email' FROM auth_challenges c
       WHERE c.purpose = 'oauth' AND c.token_hash = ${tokenHash(token)})`

/** The account that an identity is linked to. */
interface Owner {
  id: string
  email: string
  name: string
  firmId: string | null
}

/** Returns steps that link an identity to an account, with an audit entry and a live event, and the id of the link. */
export function linkIdentitySteps(
  ctx: Context,
  owner: Owner,
  { provider, issuer, subject, email }: ProviderIdentity,
): { id: string; steps: Step[] } {
  const id = uuidv7()
  const at = ctx.now.toISOString()
  const row = { id, user_id: owner.id, issuer, subject, provider, email, created_at: at, last_used_at: at }
  const steps = [
    step(ctx.db.insert(authIdentities).values(row)),
    audit(
      { ...ctx, actor: actorOf(owner.id, 'bookkeeper', owner.firmId) },
      { action: 'identity.linked', subjectType: 'account', subjectId: owner.id, detail: { identity_id: id, provider } },
    ),
    publishToUser(ctx, owner.id, 'account.changed', {}),
  ]
  return { id, steps }
}

/** Returns steps that link an identity to an existing account and mail its owner. */
export function linkExisting(ctx: Context, owner: Owner, identity: ProviderIdentity): Step[] {
  const { steps } = linkIdentitySteps(ctx, owner, identity)
  return [...steps, sendMail(ctx, identityMail(ctx, owner, providerName(ctx.settings, identity.provider), 'linked'))]
}
