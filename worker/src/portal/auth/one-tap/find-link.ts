import { and, eq, exists, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import {
  authUsers,
  bookClientAuth,
  bookClients,
  firms,
  oneTapDevices,
  oneTapLinks,
  profiles,
} from '../../../platform/db/schema/index.ts'
import { AppError } from '../../../errors.ts'
import { countAttempt } from '../../../platform/limits/attempts.ts'
import { type Invitation, oneTapInvitation } from '../invitations/select-invitations.ts'

/** Returns the condition for links that are neither revoked nor expired. */
export const isUsable = ({ now }: Pick<Context, 'now'>): SQL | undefined =>
  and(isNull(oneTapLinks.revoked_at), gt(oneTapLinks.expires_at, now.toISOString()), eq(firms.one_tap_links, true))

const devicesOf = ({ db }: Pick<Context, 'db'>, which?: SQL) =>
  db
    .select({ link_id: oneTapDevices.link_id })
    .from(oneTapDevices)
    .where(and(eq(oneTapDevices.link_id, oneTapLinks.id), which))

/**
 * Selects links with their client, usable or not. Links of archived clients, and of records that no longer belong to
 * the account, are left out.
 */
export const selectLinks = (ctx: Pick<Context, 'db' | 'device'>, which: SQL | undefined) =>
  ctx.db
    .select({
      id: oneTapLinks.id,
      userId: oneTapLinks.user_id,
      clientId: oneTapLinks.client_id,
      email: authUsers.email,
      name: bookClients.name,
      firm: firms.name,
      firmId: bookClients.firm_id,
      oneTap: firms.one_tap_links,
      bookkeeperId: bookClients.bookkeeper_id,
      /** Whether any browser has used it. */
      isUsed: sql<number>`${exists(devicesOf(ctx))}`.mapWith(Boolean),
      /** Whether this browser has used it. */
      isUsedHere: sql<number>`${exists(
        devicesOf(ctx, eq(oneTapDevices.device_hash, tokenHash(ctx.device ?? ''))),
      )}`.mapWith(Boolean),
    })
    .from(oneTapLinks)
    .innerJoin(authUsers, and(eq(authUsers.id, oneTapLinks.user_id), isNotNull(authUsers.email_confirmed_at)))
    .innerJoin(profiles, and(eq(profiles.id, authUsers.id), eq(profiles.role, 'client')))
    .innerJoin(
      bookClientAuth,
      and(eq(bookClientAuth.client_id, oneTapLinks.client_id), eq(bookClientAuth.auth_user_id, authUsers.id)),
    )
    .innerJoin(bookClients, and(eq(bookClients.id, oneTapLinks.client_id), isNull(bookClients.archived_at)))
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .where(which)
    .limit(1)

/** A link with its client. */
export type OneTapLink = Awaited<ReturnType<typeof selectLinks>>[number]

/** Returns the condition for the link of a token. */
export const hasToken = (token: string): SQL => eq(oneTapLinks.token_hash, tokenHash(token))

/** Returns whether the link opens in this browser without a code. */
export const opensHere = ({ isUsed, isUsedHere }: OneTapLink): boolean => isUsedHere || !isUsed

/**
 * Returns the usable link of a token.
 * @throws AppError `invalid_link` (unknown, expired, revoked, or turned off), `too_many_requests`
 */
export async function findLink(ctx: Context, token: string): Promise<OneTapLink> {
  const attempt = await countAttempt(ctx, 'link')
  const [link] = await selectLinks(ctx, and(hasToken(token), isUsable(ctx)))
  if (!link) throw new AppError('invalid_link')
  await attempt.succeeded()
  return link
}

/**
 * Like `findLink`, but also finds an invitation that nobody has used: it becomes a link when it is opened.
 * @throws AppError `invalid_link`, `too_many_requests`
 */
export async function findLinkOrInvitation(
  ctx: Context,
  token: string,
): Promise<{ link: OneTapLink } | { invitation: Invitation }> {
  const attempt = await countAttempt(ctx, 'link')
  const [[link], [invitation]] = await ctx.db.batch([
    selectLinks(ctx, and(hasToken(token), isUsable(ctx))),
    oneTapInvitation(ctx, token),
  ])
  const found = link ? { link } : invitation && { invitation }
  if (!found) throw new AppError('invalid_link')
  await attempt.succeeded()
  return found
}
