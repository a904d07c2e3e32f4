import type { Delegations } from '@portal/contract/guests'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { selectLiveLinks } from '../../platform/access/live-guest-link.ts'
import type { ClientContext } from '../../context.ts'
import { guestLinks } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { ownSection } from '../sections/own-section.ts'

/** Selects the client's links for a whole section that work. */
export const liveDelegations = (ctx: ClientContext, assignmentId: string) =>
  selectLiveLinks(
    ctx,
    and(
      eq(guestLinks.assignment_id, assignmentId),
      eq(guestLinks.client_id, ctx.actor.clientId),
      eq(guestLinks.user_id, ctx.actor.userId),
      isNull(guestLinks.field_id),
    ),
  )

/** Returns the links with which other people fill in a section, newest first. @throws AppError `not_found` */
export async function listDelegations(ctx: ClientContext, assignmentId: string): Promise<Delegations> {
  const { id, created_at, opened_at, last_used_at, expires_at } = guestLinks
  const [sections, items] = await ctx.db.batch([
    ownSection(ctx, assignmentId),
    ctx.db
      .select({ id, name: guestLinks.name, created_at, opened_at, last_used_at, expires_at })
      .from(guestLinks)
      .where(inArray(id, liveDelegations(ctx, assignmentId)))
      .orderBy(desc(created_at), desc(id)),
  ])
  found(sections[0])
  return { items: items.map((item) => ({ ...item, name: item.name ?? '' })) }
}
