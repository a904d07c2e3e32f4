import type { Role } from '@portal/contract/statuses'
import { and, eq, gt, isNull, notInArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import { authUsers, emailLinks, firms, type LINK_PURPOSES, passkeys, profiles } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'

export type LinkPurpose = (typeof LINK_PURPOSES)[number]

/** Creates a link for a user that is valid for `ttl` milliseconds. Returns its token, and the step that stores it. */
export function createLink(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: string,
  purpose: LinkPurpose,
  ttl: number,
): { token: string; keep: Step } {
  const token = newToken()
  const keep = step(
    ctx.db.insert(emailLinks).values({
      id: uuidv7(),
      user_id: userId,
      purpose,
      token_hash: tokenHash(token),
      created_at: ctx.now.toISOString(),
      expires_at: new Date(ctx.now.getTime() + ttl).toISOString(),
    }),
  )
  return { token, keep }
}

/** Returns the condition for links that can be used. */
export const isUsable = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(emailLinks.used_at), gt(emailLinks.expires_at, now.toISOString()))

/** A valid mailed link with its account. */
export interface ValidLink {
  id: string
  userId: string
  email: string
  role: Role
  name: string
  company: string | null
  firmId: string | null
  /** Whether the address was already confirmed. */
  confirmed: boolean
  /** Number of passkeys of the account. */
  passkeys: number
  /** Whether the operator still has to approve the account. */
  awaitingApproval: boolean
}

/** Throws `invalid_link` when the link is unknown, used, expired, or has another purpose. */
async function findLink(ctx: Context, purpose: LinkPurpose, token: string): Promise<ValidLink> {
  const [link] = await ctx.db
    .select({
      id: emailLinks.id,
      userId: authUsers.id,
      email: authUsers.email,
      confirmedAt: authUsers.email_confirmed_at,
      role: profiles.role,
      name: profiles.name,
      company: profiles.company,
      firmId: profiles.firm_id,
      awaitingSince: firms.awaiting_approval_since,
      passkeys: ctx.db.$count(passkeys, eq(passkeys.user_id, authUsers.id)),
    })
    .from(emailLinks)
    .innerJoin(authUsers, eq(authUsers.id, emailLinks.user_id))
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .leftJoin(firms, eq(firms.id, profiles.firm_id))
    .where(and(eq(emailLinks.token_hash, tokenHash(token)), eq(emailLinks.purpose, purpose), isUsable(ctx)))
  if (!link) throw new AppError('invalid_link')
  const { awaitingSince, confirmedAt, role, name, ...rest } = link
  return {
    ...rest,
    role: role ?? 'bookkeeper',
    name: name ?? '',
    confirmed: confirmedAt !== null,
    awaitingApproval: awaitingSince !== null,
  }
}

/**
 * Calls `use` with the link of a token, and counts the attempt if it fails.
 * @throws AppError `invalid_link`, `too_many_requests`, and the errors of `use`
 */
export async function withLink<T>(
  ctx: Context,
  purpose: LinkPurpose,
  token: string,
  use: (link: ValidLink) => Promise<T>,
): Promise<T> {
  const attempt = await countAttempt(ctx, 'link')
  const result = await use(await findLink(ctx, purpose, token))
  await attempt.succeeded()
  return result
}

/** Returns a step that marks the link as used. Of two concurrent requests, one fails with `invalid_link`. */
export function consumeLink(ctx: Pick<Context, 'db' | 'now'>, link: ValidLink): Step {
  const used = ctx.db.update(emailLinks).set({ used_at: ctx.now.toISOString() })
  return step(used.where(and(eq(emailLinks.id, link.id), isUsable(ctx))), 'invalid_link')
}

/** Returns a step that voids the open links of a user: those of one purpose, or all that give access to the account. */
export function voidLinks(ctx: Pick<Context, 'db' | 'now'>, userId: string, purpose?: LinkPurpose): Step {
  const ofPurpose = purpose ? eq(emailLinks.purpose, purpose) : notInArray(emailLinks.purpose, ['approve', 'browser'])
  const open = and(eq(emailLinks.user_id, userId), isNull(emailLinks.used_at), ofPurpose)
  return step(ctx.db.update(emailLinks).set({ used_at: ctx.now.toISOString() }).where(open))
}
