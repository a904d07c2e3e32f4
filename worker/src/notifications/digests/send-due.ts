import { and, eq, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { bookClients, DIGEST_KEY, mailDigests } from '../../db/schema/index.ts'
import type { Query } from '../../db/statement.ts'
import { ownOrigin, settings } from '../../env.ts'
import { PERSONAL_NOTE } from '../../mail/client-links.ts'
import { composeMail } from '../../mail/layout.ts'
import { mailOffUrl, wantsMail } from '../../mail/mail-switches.ts'
import { replyAddressOf } from '../../mail/reply-address.ts'
import type { DueWork, DueWorkDeps } from '../../outbox/due-work.ts'
import { enqueueEach, type Mail } from '../../outbox/enqueue.ts'
import { handleDueRows } from '../../outbox/handle-due-rows.ts'
import { pauseOf } from './collect.ts'
import { composeWaiting, type WaitingText } from './compose-waiting.ts'
import { readWaiting, type WaitingDigest } from './read-waiting.ts'

interface Run extends DueWorkDeps {
  db: Database
}

/** Everything that waits for a reader from a sender: the content of one mail. */
type Waiting = readonly [WaitingDigest, ...WaitingDigest[]]

/** Returns a condition: the client to whom a mail is sent has not been archived since it was read. */
const isNotArchived = ({ db }: Run, clientId: string | null): SQL | undefined =>
  clientId === null
    ? undefined
    : notExists(
        db
          .select({ id: bookClients.id })
          .from(bookClients)
          .where(and(eq(bookClients.id, clientId), eq(bookClients.is_archived, true))),
      )

/**
 * Returns statements that queue the mail, if there is one, and delete the digests. They do nothing if a digest has
 * changed since it was read, or a kind was switched off.
 */
function sendSteps(run: Run, waiting: Waiting, content: WaitingText | undefined): Query[] {
  const { db, env, now } = run
  const [{ address, sender, firm_id, client_id }] = waiting
  // A new item changes the count.
  const isOne = or(...waiting.map(({ kind, total }) => and(eq(mailDigests.kind, kind), eq(mailDigests.total, total))))
  const these = and(eq(mailDigests.address, address), eq(mailDigests.sender, sender), isOne)
  const unchanged = sql`(SELECT count(*) FROM ${mailDigests} WHERE ${these}) = ${waiting.length}`
  if (!content) return [db.delete(mailDigests).where(and(these, unchanged))]
  const { text, kinds } = content
  const holds = and(unchanged, ...kinds.map((kind) => wantsMail(kind, address)))
  const hasNews = kinds.some((kind) => kind !== 'messages')
  const config = settings(env)
  const off = mailOffUrl(ownOrigin(config), config.AUTH_SECRET, { address, kinds })
  // Mail to a client is from the firm, mail to a bookkeeper from the portal.
  const from =
    firm_id === null ? {} : { firmId: firm_id, bookkeeperId: sender, ...(client_id && { clientId: client_id }) }
  const reply = client_id === null ? undefined : replyAddressOf({ db, now, settings: config }, client_id)
  const note = client_id === null ? undefined : PERSONAL_NOTE
  const mail: Mail = {
    ...composeMail({ ...text, to: address, off, note, replyTo: reply?.address, allowLinks: true }),
    ...from,
  }
  const queued = sql`SELECT ${`mail:${address}`} AS recipient, ${JSON.stringify(mail)} AS payload
    WHERE ${and(holds, hasNews ? isNotArchived(run, client_id) : undefined)}`
  const end = db.delete(mailDigests).where(and(these, holds))
  return [...(reply ? [reply.step.query] : []), enqueueEach({ now }, 'mail', queued).query, end]
}

/** Returns whether a mail waits because its reader has the portal open. */
async function isReading({ env, now }: Run, waiting: Waiting): Promise<boolean> {
  const [{ reader_id, client_id }] = waiting
  if (reader_id === null || waiting.some(({ latest_at }) => latest_at <= now.toISOString())) return false
  return env.USER_INBOX.getByName(reader_id).isOnline(client_id)
}

/** Returns a statement that postpones the digests that are due. */
function postponed({ db, env, now }: Run, [{ address, sender }]: Waiting): Query {
  const later = new Date(now.getTime() + pauseOf(settings(env), 'assigned')).toISOString()
  const isDue = and(
    eq(mailDigests.address, address),
    eq(mailDigests.sender, sender),
    lte(mailDigests.due_at, now.toISOString()),
  )
  return db
    .update(mailDigests)
    .set({ due_at: sql`min(${later}, ${mailDigests.latest_at})` })
    .where(isDue)
}

/** Sends what waits for a reader from a sender, unless none of it is due or the reader has the portal open. */
async function handleWaiting(run: Run, address: string, sender: string): Promise<void> {
  const [first, ...others] = await readWaiting(run.db, address, sender)
  const now = run.now.toISOString()
  if (!first || ![first, ...others].some(({ due_at }) => due_at <= now)) return
  const waiting: Waiting = [first, ...others]
  if (await isReading(run, waiting)) return void (await run.write([postponed(run, waiting)]))
  const wanted = waiting.filter(({ is_off }) => !is_off)
  await run.write(sendSteps(run, waiting, await composeWaiting(run.db, wanted, ownOrigin(settings(run.env)))))
}

/**
 * Sends a digest after a pause without new items, and with it everything else that waits for its reader from the same
 * sender. While the reader has the portal open it waits, up to a maximum delay.
 */
export const digestsDue: DueWork = {
  name: 'digests',
  run: (deps) =>
    handleDueRows(
      'digests',
      {
        table: mailDigests,
        key: DIGEST_KEY,
        // Mail to a bookkeeper has no sender.
        owner: sql`iif(${mailDigests.sender} = '', ${mailDigests.address}, ${mailDigests.sender})`,
        at: mailDigests.due_at,
        handle: async (key, db) => {
          const [address = '', , sender = ''] = JSON.parse(key) as string[]
          await handleWaiting({ ...deps, db }, address, sender)
        },
      },
      deps,
    ),
}
