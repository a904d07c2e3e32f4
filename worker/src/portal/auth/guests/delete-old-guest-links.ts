import { and, eq, lt, notExists } from 'drizzle-orm'
import { contributions, guestLinks } from '../../../platform/db/schema/index.ts'
import { build, type Query } from '../../../platform/db/statement.ts'

/** Returns a query that deletes the guest links that expired before a time, except those that answers name. */
export const deleteOldGuestLinks = (before: string): Query =>
  build
    .delete(guestLinks)
    .where(
      and(
        lt(guestLinks.expires_at, before),
        notExists(
          build
            .select({ link_id: contributions.link_id })
            .from(contributions)
            .where(eq(contributions.link_id, guestLinks.id)),
        ),
      ),
    )
