import type { OwnRecords } from '@portal/contract/sessions'
import { sql } from 'drizzle-orm'
import type { AccountContext } from '../../context.ts'
import type { Database } from '../../db/client.ts'
import { isOpen } from '../../db/section-phase.ts'
import { found } from '../../errors.ts'
import { accountByEmail, type ClientRecord, linkedRecords, offeredRecords, recordsByEmail } from '../accounts.ts'
import { openChangesOf } from './email-changes.ts'
import { ownEmail } from './own-records.ts'

interface AssignedRow {
  client_id: string
  name: string
  due_date: string | null
  open: number
}

/** Selects the workforms assigned to the records that are linked or offered to an account, with their open sections. */
const assignedTo = (db: Database, userId: string) =>
  db.all<AssignedRow>(sql`
    SELECT s.client_id, w.name, min(s.due_date) AS due_date,
      count(*) FILTER (WHERE ${sql.raw(isOpen('s'))}) AS open
    FROM auth_users u
      JOIN book_client_auth a ON a.auth_user_id = u.id OR (a.auth_user_id IS NULL AND a.email = u.email)
      JOIN book_client_workforms s ON s.client_id = a.client_id
      JOIN book_workforms w ON w.id = s.workform_id
    WHERE u.id = ${userId} GROUP BY s.client_id, w.id ORDER BY due_date, w.name`)

const firmName = ({ firm, bookkeeper }: Pick<ClientRecord, 'firm' | 'bookkeeper'>): string =>
  firm || bookkeeper || 'Your bookkeeper'

/** Lists the bookkeepers of the signed-in client by firm, with their open offers and email changes, newest first. */
export async function listRecords(ctx: AccountContext): Promise<OwnRecords> {
  const { userId, clientId } = ctx.actor
  const [[account], records, assigned, changes] = await ctx.db.batch([
    accountByEmail(ctx.db, ownEmail(ctx)),
    recordsByEmail(ctx.db, ownEmail(ctx)),
    assignedTo(ctx.db, userId),
    openChangesOf(ctx.db, userId, ctx.now.toISOString()),
  ])
  const owner = found(account)
  const workformsOf = (record: ClientRecord): AssignedRow[] => assigned.filter((row) => row.client_id === record.id)
  const items = linkedRecords(owner, records).map((record) => ({
    client_id: record.id,
    firm: firmName(record),
    bookkeeper: record.bookkeeper,
    current: record.id === clientId,
    open: workformsOf(record).reduce((sum, row) => sum + row.open, 0),
  }))
  const offers = offeredRecords(owner.email, records).map((record) => ({
    client_id: record.id,
    firm: firmName(record),
    bookkeeper: record.bookkeeper,
    bookkeeper_email: record.bookkeeperEmail,
    asked_at: record.createdAt,
    workforms: workformsOf(record).map(({ name, due_date }) => ({ name, due_date })),
  }))
  const email_changes = changes.map((change) => ({
    id: change.id,
    firm: firmName(change),
    bookkeeper: change.bookkeeper,
    bookkeeper_email: change.bookkeeperEmail,
    from: owner.email,
    to: change.to,
    asked_at: change.askedAt,
  }))
  return {
    items: items.sort((a, b) => a.firm.localeCompare(b.firm) || a.bookkeeper.localeCompare(b.bookkeeper)),
    offers,
    email_changes,
  }
}
