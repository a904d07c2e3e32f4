import { OAuthProviderId } from '@portal/contract/oauth'
import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authChallenges, authIdentities } from '../../db/schema/index.ts'
import { type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'
import { sendMail, publishToUser } from '../../outbox/enqueue.ts'
import { stillOpen } from '../factors/challenges.ts'
import { actorOf } from '../accounts.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { identityMail } from './mails.ts'
import { providerName } from './providers.ts'

/** Somebody as a provider has named them. The e-mail address counts only where it is `verified`. */
export const Arrived = z.object({
  provider: OAuthProviderId,
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  verified: z.boolean(),
  name: z.string(),
})
export type Arrived = z.infer<typeof Arrived>

/** The arrival of a token, where it still holds, with the linked account it belongs to and that account's second factor. */
export const arrivalOf = (ctx: Context, token: string) =>
  ctx.db
    .select({
      id: authChallenges.id,
      detail: authChallenges.detail,
      identityId: authIdentities.id,
      factorId: sql<string | null>`(SELECT f.id FROM auth_factors f WHERE f.verified_at IS NOT NULL AND f.user_id =
        coalesce(${authIdentities.user_id}, (SELECT u.id FROM auth_users u WHERE u.email = ${authChallenges.detail} ->> 'email')))`,
    })
    .from(authChallenges)
    .leftJoin(
      authIdentities,
      sql`${authIdentities.issuer} = ${authChallenges.detail} ->> 'issuer' AND ${authIdentities.subject} = ${authChallenges.detail} ->> 'subject'`,
    )
    .where(and(eq(authChallenges.token_hash, tokenHash(token)), eq(authChallenges.purpose, 'oauth'), stillOpen(ctx)))
    .limit(1)

/** The address of the account that an arrival is linked to, and the one that the provider gave, as SQL. */
export const linkedAddress = (token: string) =>
  sql`(SELECT u.email FROM auth_challenges c JOIN auth_identities i ON i.issuer = c.detail ->> 'issuer' AND i.subject = c.detail ->> 'subject'
       JOIN auth_users u ON u.id = i.user_id WHERE c.token_hash = ${tokenHash(token)})`
export const givenAddress = (token: string) =>
  sql`(SELECT c.detail ->> 'email' FROM auth_challenges c WHERE c.purpose = 'oauth' AND c.token_hash = ${tokenHash(token)})`

/** Whose account a provider's is linked to. */
interface Owner {
  id: string
  email: string
  name: string
  firmId: string | null
}

/** A row of `auth_identities`, and the steps that link it: the firm's trail has it, and open pages of the owner hear of it. */
export function identitySteps(ctx: Context, owner: Owner, arrived: Arrived): { id: string; steps: Step[] } {
  const id = uuidv7()
  const at = ctx.now.toISOString()
  const { provider, issuer, subject, email } = arrived
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

/** Steps that link a provider's account to an account that was there: its owner gets a mail. */
export function linkExisting(ctx: Context, owner: Owner, arrived: Arrived): Step[] {
  const { steps } = identitySteps(ctx, owner, arrived)
  return [...steps, sendMail(ctx, identityMail(ctx, owner, providerName(ctx.settings, arrived.provider), 'linked'))]
}
