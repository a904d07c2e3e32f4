import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { firmReports } from '../../../platform/db/schema/index.ts'
import { check, type Step } from '../../../platform/db/write.ts'
import { mailboxOf } from './mailbox.ts'

/** A firm that sends mail to addresses. */
type Sender = Pick<Context, 'db'> & { actor: { firmId: string } }

/** Returns a query for the mailboxes among those of addresses whose owners have reported the firm. */
export const reportsOf = ({ db, actor }: Sender, emails: readonly string[]) =>
  db
    .select({ email: firmReports.email, code: sql<'client_refused'>`'client_refused'` })
    .from(firmReports)
    .where(and(eq(firmReports.firm_id, actor.firmId), inArray(firmReports.email, emails.map(mailboxOf))))

/** Returns a step that refuses addresses whose owners have reported the firm. */
export const requireUnreported = (sender: Sender, emails: readonly string[]): Step =>
  check('client_refused', notExists(reportsOf(sender, emails)))
