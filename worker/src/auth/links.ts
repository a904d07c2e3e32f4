import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { authUsers, emailLinks, profiles } from '../db/schema/index.ts'
import { type Step, step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { tokenHash } from './secrets.ts'

/** A mailed link that still holds, with the account it is for. */
export interface LiveLink {
  id: string
  userId: string
  email: string
  name: string
  company: string | null
  firmId: string | null
}

/** The link of a token. @throws AppError `invalid_link` when it is unknown, used, expired, or for something else */
export async function liveLink(ctx: Context, purpose: 'confirm' | 'reset', token: string): Promise<LiveLink> {
  const [link] = await ctx.db
    .select({
      id: emailLinks.id,
      userId: authUsers.id,
      email: authUsers.email,
      name: profiles.name,
      company: profiles.company,
      firmId: profiles.firm_id,
    })
    .from(emailLinks)
    .innerJoin(authUsers, eq(authUsers.id, emailLinks.user_id))
    .leftJoin(profiles, eq(profiles.id, authUsers.id))
    .where(
      and(
        eq(emailLinks.token_hash, tokenHash(token)),
        eq(emailLinks.purpose, purpose),
        isNull(emailLinks.used_at),
        gt(emailLinks.expires_at, ctx.now.toISOString()),
      ),
    )
  if (!link) throw new AppError('invalid_link')
  return { ...link, name: link.name ?? '' }
}

/** A step that spends the link; of two requests with the same link one gets `invalid_link`. */
export function spendLink(ctx: Pick<Context, 'db' | 'now'>, link: LiveLink): Step {
  const at = ctx.now.toISOString()
  const unspent = and(eq(emailLinks.id, link.id), isNull(emailLinks.used_at), gt(emailLinks.expires_at, at))
  return step(ctx.db.update(emailLinks).set({ used_at: at }).where(unspent), 'invalid_link')
}

/** A step that voids the open links of a user, all or those of one purpose. */
export function voidLinks(ctx: Pick<Context, 'db' | 'now'>, userId: string, purpose?: 'confirm' | 'reset'): Step {
  const open = and(eq(emailLinks.user_id, userId), isNull(emailLinks.used_at), purpose ? eq(emailLinks.purpose, purpose) : undefined)
  return step(ctx.db.update(emailLinks).set({ used_at: ctx.now.toISOString() }).where(open))
}
