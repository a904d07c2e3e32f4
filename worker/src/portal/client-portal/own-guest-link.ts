import type { OwnGuestLink } from '@portal/contract/guests'
import { and, eq, exists, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { endGuestLinks, selectLiveLinks } from '../../platform/access/live-guest-link.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientWorkforms, guestLinks } from '../../platform/db/schema/index.ts'
import { check, commit, type Step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'

interface LinkRow {
  id: string
  name: string | null
  assignment_id: string
  section_name: string
}

const ownLink = ({ actor }: ClientContext, id: string) =>
  and(eq(guestLinks.id, id), eq(guestLinks.user_id, actor.userId), eq(guestLinks.client_id, actor.clientId))

/** Returns whether a link of the client works and was opened. @throws AppError `not_found` */
export async function getOwnGuestLink(ctx: ClientContext, id: string): Promise<OwnGuestLink> {
  const [link] = await ctx.db
    .select({
      id: guestLinks.id,
      opened_at: guestLinks.opened_at,
      expires_at: guestLinks.expires_at,
      is_live: sql<number>`${exists(selectLiveLinks(ctx, ownLink(ctx, id)))}`.mapWith(Boolean),
    })
    .from(guestLinks)
    .where(ownLink(ctx, id))
  return found(link)
}

/** Returns steps that record that the client has revoked a link for a section; none for other links. */
function auditRevocation(ctx: ClientContext, { id, name, assignment_id, section_name }: LinkRow): Step[] {
  if (name === null) return []
  return [
    audit(ctx, {
      action: 'delegation.revoked',
      subjectType: 'section',
      subjectId: assignment_id,
      clientId: ctx.actor.clientId,
      detail: { section_name, link_id: id, name },
    }),
  ]
}

/** Ends a link of the client, at once for the browser that uses it. @throws AppError `not_found` */
export async function endOwnGuestLink(ctx: ClientContext, id: string): Promise<void> {
  const own = ctx.db.select({ id: guestLinks.id }).from(guestLinks).where(ownLink(ctx, id))
  const [link] = await ctx.db
    .select({
      id: guestLinks.id,
      name: guestLinks.name,
      assignment_id: guestLinks.assignment_id,
      section_name: bookClientWorkforms.section_name,
      revoked_at: guestLinks.revoked_at,
    })
    .from(guestLinks)
    .innerJoin(bookClientWorkforms, eq(bookClientWorkforms.id, guestLinks.assignment_id))
    .where(ownLink(ctx, id))
  const row = found(link)
  await commit(ctx, [
    check('not_found', exists(own)),
    endGuestLinks(ctx, ownLink(ctx, id)),
    ...(row.revoked_at === null ? auditRevocation(ctx, row) : []),
  ])
}
