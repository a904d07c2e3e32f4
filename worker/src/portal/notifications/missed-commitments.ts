import { and, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/client.ts'
import { bookClientAuth, bookFormSubmissions, commitments, profiles } from '../../platform/db/schema/index.ts'
import type { Query } from '../../platform/db/statement.ts'
import { settings } from '../../env.ts'
import type { DueWork, DueWorkDeps } from '../../platform/outbox/due-work.ts'
import { publishToEach } from '../../platform/outbox/enqueue.ts'
import { handleDueRows } from '../../platform/outbox/handle-due-rows.ts'
import { announceEach } from './announce.ts'
import { commitmentNotification } from './commitments.ts'

const { bookkeeper_id, submission_id, ends_at } = commitments

// As in their index.
const isUnsettled = sql`${commitments.withdrawn} = 0 AND ${commitments.missed} = 0 AND ${commitments.sent_at} IS NULL`

/** Selects what both sides get to know about commitments with a condition. Archived ones are left out. */
function newsOf(db: Database, isMissed: SQL) {
  const { client_id, form_id } = bookFormSubmissions
  return db
    .select({
      bookkeeper: sql`${bookkeeper_id}`.as('bookkeeper'),
      address: sql`${profiles.email}`.as('address'),
      account: sql`${bookClientAuth.auth_user_id}`.as('account'),
      ids: sql`json_object('client_id', ${client_id}, 'workform_id', ${form_id})`.as('ids'),
      // The bell shows the latest change, which becomes the missed one.
      item: sql`json_object('commitment_id', ${commitments.id}, 'notification_id',
        ${commitmentNotification({ id: commitments.id, changed_at: ends_at })})`.as('item'),
    })
    .from(commitments)
    .innerJoin(bookFormSubmissions, eq(bookFormSubmissions.id, submission_id))
    .innerJoin(profiles, eq(profiles.id, bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, client_id))
    .where(and(isMissed, isNotNull(bookFormSubmissions.bookkeeper_id)))
}

/** Returns statements that notify both sides of a missed commitment, and mark it. */
function announce({ env, now }: DueWorkDeps, db: Database, id: string): Query[] {
  const isMissed = sql`${and(eq(commitments.id, id), isUnsettled, lte(ends_at, now.toISOString()))}`
  const news = newsOf(db, isMissed)
  const toBookkeeper = sql`SELECT n.bookkeeper AS user_id, n.ids FROM (${news}) n`
  const toClient = sql`SELECT n.account AS user_id, n.ids FROM (${news}) n WHERE n.account IS NOT NULL`
  const toAnnounce = sql`SELECT n.address, '' AS sender, n.item FROM (${news}) n`
  return [
    publishToEach({ now }, 'notification.created', toBookkeeper).query,
    publishToEach({ now }, 'submission.changed', toBookkeeper).query,
    publishToEach({ now }, 'submission.changed', toClient).query,
    ...announceEach({ now, settings: settings(env) }, 'follow_ups', toAnnounce).map(({ query }) => query),
    // The bell shows the latest change.
    db.update(commitments).set({ missed: true, changed_at: ends_at }).where(isMissed),
  ]
}

/** Notifies bookkeepers, once, of what clients have promised to send by a day that is over. */
export const missedCommitments: DueWork = {
  name: 'missed-commitments',
  run: (deps) =>
    handleDueRows(
      'missed-commitments',
      {
        table: commitments,
        key: sql`${commitments.id}`,
        owner: sql`${bookkeeper_id}`,
        at: ends_at,
        where: isUnsettled,
        handle: async (id, db) => void (await deps.write(announce(deps, db, id))),
      },
      deps,
    ),
}
