import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { guestLinks, oneTapLinks, verificationCodes } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { voidLinks } from '../email-links.ts'
import { endGuestLinks } from '../../../platform/access/live-guest-link.ts'
import { revokeLinks } from '../one-tap/revoke-links.ts'

/** Returns steps that void all codes, setup tokens and links that could set a password or sign in to this account. */
export function voidCodesAndLinks(ctx: Pick<Context, 'db' | 'now'>, email: string, userId: string): Step[] {
  const at = ctx.now.toISOString()
  const { closed_at, setup_used_at } = verificationCodes
  const closed = ctx.db
    .update(verificationCodes)
    .set({ closed_at: sql`coalesce(${closed_at}, ${at})`, setup_used_at: sql`coalesce(${setup_used_at}, ${at})` })
  return [
    step(closed.where(eq(verificationCodes.email, email))),
    voidLinks(ctx, userId),
    revokeLinks(ctx, eq(oneTapLinks.user_id, userId)),
    endGuestLinks(ctx, eq(guestLinks.user_id, userId)),
  ]
}
