import type { ClientView } from '@portal/contract/client-filters'
import type { ClientsQuery } from '@portal/contract/clients'
import { todayIn } from '@portal/contract/dates'
import { foldText } from '@portal/contract/search-text'
import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { BookkeeperContext } from '../../context.ts'
import { bookClients, clientTags, tags } from '../../platform/db/schema/index.ts'

/** Selects clients by status, view and tag. */
export type ClientFilter = Pick<z.output<typeof ClientsQuery>, 'status' | 'show' | 'tag'>

/** Returns a condition: a tag of the actor's firm has this name, in any case and accent. */
export const isTagNamed = ({ actor }: BookkeeperContext, name: string): SQL =>
  sql`(${tags.firm_id} = ${actor.firmId} AND ${tags.name_order} = ${foldText(name)})`

const VIEWS: Record<Exclude<ClientView, 'archived'>, (ctx: BookkeeperContext) => SQL> = {
  overdue: ({ actor, now }) => lt(bookClients.next_due, todayIn(actor.timeZone, now)),
  waiting: () => gt(bookClients.sections_waiting, 0),
  not_signed_up: () => eq(bookClients.signed_up, false),
}

/** Returns the condition of a filter of the list. Archived clients are in a view of their own. */
export function clientFilter(ctx: BookkeeperContext, { status, show, tag }: ClientFilter): SQL | undefined {
  const tagged = ctx.db
    .select({ client_id: clientTags.client_id })
    .from(clientTags)
    .innerJoin(tags, eq(tags.id, clientTags.tag_id))
    .where(isTagNamed(ctx, tag ?? ''))
  return and(
    eq(bookClients.is_archived, show === 'archived'),
    status && eq(bookClients.status, status),
    show && show !== 'archived' ? VIEWS[show](ctx) : undefined,
    tag === undefined ? undefined : inArray(bookClients.id, tagged),
  )
}
