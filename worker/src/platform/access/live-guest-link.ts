import { and, eq, exists, gt, isNull, or, type SQL } from 'drizzle-orm'
import type { Context, GuestAccess, SignedIn } from '../../context.ts'
import { isShown } from '../db/archived.ts'
import { ofSection } from '../db/of-section.ts'
import {
  bookClientAuth,
  bookClientWorkforms,
  guestLinks,
  sessions,
  workformSectionStatuses,
} from '../db/schema/index.ts'
import { isOpenStatus } from '../db/section-phase.ts'
import { check, type Step, step } from '../db/write.ts'
import { AppError } from '../../errors.ts'
import { isLive } from './require-session.ts'

type ReadContext = Pick<Context, 'db' | 'now'>

/**
 * Selects the links of a condition that work: not ended or expired, for a section that the client can fill in, and, if
 * they belong to a session, made by one that has not ended.
 */
export const selectLiveLinks = (ctx: ReadContext, which: SQL | undefined) =>
  ctx.db
    .select({ id: guestLinks.id })
    .from(guestLinks)
    .leftJoin(sessions, eq(sessions.id, guestLinks.session_id))
    .innerJoin(
      bookClientWorkforms,
      and(
        eq(bookClientWorkforms.id, guestLinks.assignment_id),
        eq(bookClientWorkforms.client_id, guestLinks.client_id),
        isShown(bookClientWorkforms.hidden_by),
      ),
    )
    // The record may have been moved to another account.
    .innerJoin(
      bookClientAuth,
      and(eq(bookClientAuth.client_id, guestLinks.client_id), eq(bookClientAuth.auth_user_id, guestLinks.user_id)),
    )
    .leftJoin(workformSectionStatuses, ofSection)
    .where(
      and(
        which,
        isNull(guestLinks.revoked_at),
        gt(guestLinks.expires_at, ctx.now.toISOString()),
        or(isNull(guestLinks.session_id), isLive(ctx)),
        or(isNull(workformSectionStatuses.status), isOpenStatus(workformSectionStatuses.status)),
      ),
    )

/**
 * Checks that the link of a guest session works. Access tokens outlive a link that was ended, so this is read with
 * every request.
 * @throws AppError `unauthenticated`
 */
export async function requireLiveGuest(ctx: ReadContext, { linkId }: GuestAccess): Promise<void> {
  const [live] = await selectLiveLinks(ctx, eq(guestLinks.id, linkId))
  if (!live) throw new AppError('unauthenticated')
}

/**
 * Returns steps that fail with `unauthenticated` when the link of a guest session has ended, and that record its use;
 * none for other sessions.
 */
export const guestSteps = (ctx: Pick<SignedIn, 'db' | 'now' | 'actor'>): Step[] => {
  const { guest } = ctx.actor
  if (!guest) return []
  const own = eq(guestLinks.id, guest.linkId)
  return [check('unauthenticated', exists(selectLiveLinks(ctx, own))), recordUse(ctx, own)]
}

/** Returns a step that records that a link is used. */
export const recordUse = ({ db, now }: ReadContext, which: SQL): Step =>
  step(db.update(guestLinks).set({ last_used_at: now.toISOString() }).where(which))

/** Returns a step that ends the links of a condition. */
export const endGuestLinks = ({ db, now }: ReadContext, which: SQL | undefined): Step =>
  step(
    db
      .update(guestLinks)
      .set({ revoked_at: now.toISOString() })
      .where(and(isNull(guestLinks.revoked_at), which)),
  )
