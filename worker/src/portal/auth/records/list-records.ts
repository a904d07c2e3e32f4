import type { OwnRecords } from '@portal/contract/sessions'
import { compareTexts } from '@portal/contract/search-text'
import { and, eq, isNull, lte, min, or, sql } from 'drizzle-orm'
import type { AccountContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/client.ts'
import { authUsers, bookClientAuth, bookClientWorkforms, bookWorkforms } from '../../../platform/db/schema/index.ts'
import { isShown } from '../../../platform/db/archived.ts'
import { isOpen } from '../../../platform/db/section-phase.ts'
import { found } from '../../../errors.ts'
import { accountByEmail, type ClientRecord, linkedRecords, offeredRecords, recordsByEmail } from '../accounts.ts'
import { howBegun } from '../../../platform/access/refuse-link-session.ts'
import { openChangesOf } from './email-changes.ts'
import { ownEmail } from './own-records.ts'

/** Most workforms returned per record. Any firm can assign any number. */
const WORKFORMS_NAMED = 20

/**
 * Selects the first workforms assigned to the records that are linked or offered to an account, with the numbers of all
 * workforms of the record, and of their open sections.
 */
function assignedTo(db: Database, userId: string) {
  const { client_id } = bookClientWorkforms
  const dueDate = min(bookClientWorkforms.due_date)
  const order = sql`ORDER BY ${dueDate}, ${bookWorkforms.name_order}`
  const openSections = sql`count(*) FILTER (WHERE ${isOpen(bookClientWorkforms.status)})`
  const workforms = db
    .select({
      clientId: sql<string>`${client_id}`.as('client_id'),
      name: sql<string>`${bookWorkforms.name}`.as('name'),
      due_date: dueDate.as('due_date'),
      open: sql<number>`sum(${openSections}) OVER (PARTITION BY ${client_id})`.as('open'),
      count: sql<number>`count(*) OVER (PARTITION BY ${client_id})`.as('count'),
      place: sql<number>`row_number() OVER (PARTITION BY ${client_id} ${order})`.as('place'),
    })
    .from(authUsers)
    .innerJoin(
      bookClientAuth,
      or(
        eq(bookClientAuth.auth_user_id, authUsers.id),
        and(isNull(bookClientAuth.auth_user_id), eq(bookClientAuth.email, authUsers.email)),
      ),
    )
    .innerJoin(bookClientWorkforms, eq(client_id, bookClientAuth.client_id))
    .innerJoin(bookWorkforms, eq(bookWorkforms.id, bookClientWorkforms.workform_id))
    .where(and(eq(authUsers.id, userId), isShown(bookClientWorkforms.hidden_by)))
    .groupBy(client_id, bookWorkforms.id)
    .as('workforms')
  return db.select().from(workforms).where(lte(workforms.place, WORKFORMS_NAMED)).orderBy(sql`${workforms.place}`)
}

const firmName = ({ firm, bookkeeper }: Pick<ClientRecord, 'firm' | 'bookkeeper'>): string =>
  firm || bookkeeper || 'Your bookkeeper'

/**
 * Lists the bookkeepers of the signed-in client by firm, with their open offers and email changes, newest first. Of
 * other firms, a session that a one-tap link opened sees only offers.
 */
export async function listRecords(ctx: AccountContext): Promise<OwnRecords> {
  const { userId, clientId } = ctx.actor
  const [[account], records, assigned, changes, [session]] = await ctx.db.batch([
    accountByEmail(ctx.db, ownEmail(ctx)),
    recordsByEmail(ctx.db, ownEmail(ctx)),
    assignedTo(ctx.db, userId),
    openChangesOf(ctx.db, userId, ctx.now.toISOString()),
    howBegun(ctx),
  ])
  const owner = found(account)
  const isVisible = (id: string): boolean => id === clientId || session?.byLink === false
  const workformsOf = (record: ClientRecord) => assigned.filter((row) => row.clientId === record.id)
  const visible = records.filter(({ id }) => isVisible(id))
  const items = linkedRecords(owner, visible).map((record) => ({
    client_id: record.id,
    firm: firmName(record),
    bookkeeper: record.bookkeeper,
    current: record.id === clientId,
    open: workformsOf(record)[0]?.open ?? 0,
  }))
  const offers = offeredRecords(owner.email, records).map((record) => ({
    client_id: record.id,
    firm: firmName(record),
    bookkeeper: record.bookkeeper,
    bookkeeper_email: record.bookkeeperEmail,
    asked_at: record.createdAt,
    workforms: workformsOf(record).map(({ name, due_date }) => ({ name, due_date })),
    workform_count: workformsOf(record)[0]?.count ?? 0,
  }))
  const visibleChanges = changes.filter((change) => isVisible(change.clientId))
  const email_changes = visibleChanges.map((change) => ({
    id: change.id,
    firm: firmName(change),
    bookkeeper: change.bookkeeper,
    bookkeeper_email: change.bookkeeperEmail,
    from: owner.email,
    to: change.to,
    asked_at: change.askedAt,
  }))
  return {
    items: items.sort((a, b) => compareTexts(a.firm, b.firm) || compareTexts(a.bookkeeper, b.bookkeeper)),
    offers,
    email_changes,
  }
}
