import { and, eq, lte, notExists, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { authUsers, bookClients, DIGEST_KEY, type DigestKind, mailDigests, profiles } from '../../db/schema/index.ts'
import type { Query } from '../../db/statement.ts'
import { ownOrigin, settings } from '../../env.ts'
import { PERSONAL_NOTE } from '../../mail/client-links.ts'
import { composeMail } from '../../mail/layout.ts'
import { mailOffUrl, wantsMail } from '../../mail/mail-switches.ts'
import { replyAddressOf } from '../../mail/reply-address.ts'
import type { DueWork, DueWorkDeps } from '../../outbox/due-work.ts'
import { enqueueEach, type Mail } from '../../outbox/enqueue.ts'
import { handleDueRows } from '../../outbox/handle-due-rows.ts'
import { isSeen } from '../is-seen.ts'
import { assignmentDigest } from './assignments.ts'
import { type DigestItem, type MessageItem, pauseOf } from './collect.ts'
import { composeDigest, type MailText } from './compose.ts'
import { describeDecision, describeReceipt, describeSubmission } from './describe-section.ts'
import { type DigestSource, type DueDigest } from './digest-source.ts'
import { composeMessages, type UnreadMessage, unreadMessages } from './messages.ts'
import { missedCommitmentDigest } from './missed-commitments.ts'
import { sectionNews } from './section-news.ts'

interface Run extends DueWorkDeps {
  db: Database
}

/** Returns a condition for a digest that has not changed since it was read; a new item changes its count. */
const unchanged = ({ address, kind, sender, total }: DueDigest<DigestItem>): SQL | undefined =>
  and(
    eq(mailDigests.address, address),
    eq(mailDigests.kind, kind),
    eq(mailDigests.sender, sender),
    eq(mailDigests.total, total),
  )

/** Returns a condition: the client to whom a digest is sent has not been archived since it was read. */
const isNotArchived = ({ db }: Run, { client_id }: DueDigest<DigestItem>): SQL | undefined =>
  client_id === null
    ? undefined
    : notExists(
        db
          .select({ id: bookClients.id })
          .from(bookClients)
          .where(and(eq(bookClients.id, client_id), eq(bookClients.is_archived, true))),
      )

/**
 * Returns statements that queue the mail, if the condition holds, and delete the digest. They do nothing if the digest
 * has changed.
 */
function sendSteps(
  { db, env, now }: Run,
  digest: DueDigest<DigestItem>,
  text: MailText | undefined,
  condition?: SQL,
): Query[] {
  const end = db.delete(mailDigests).where(unchanged(digest))
  if (!text) return [end]
  const { address, kind, sender, firm_id, client_id } = digest
  const config = settings(env)
  const off = mailOffUrl(ownOrigin(config), config.AUTH_SECRET, { address, kind })
  // Mail to a client is from the firm, mail to a bookkeeper from the portal.
  const from =
    firm_id === null ? {} : { firmId: firm_id, bookkeeperId: sender, ...(client_id && { clientId: client_id }) }
  const reply = client_id === null ? undefined : replyAddressOf({ db, now, settings: config }, client_id)
  const note = client_id === null ? undefined : PERSONAL_NOTE
  const mail: Mail = {
    ...composeMail({ ...text, to: address, off, note, replyTo: reply?.address, allowLinks: true }),
    ...from,
  }
  const queued = sql`SELECT ${`mail:${address}`} AS recipient, ${JSON.stringify(mail)} AS payload FROM ${mailDigests}
    WHERE ${and(unchanged(digest), wantsMail(kind, address), condition)}`
  return [...(reply ? [reply.step.query] : []), enqueueEach({ now }, 'mail', queued).query, end]
}

const isOnline = async ({ env }: Run, userId: string | null, record: string | null): Promise<boolean> =>
  userId !== null && (await env.USER_INBOX.getByName(userId).isOnline(record))

/**
 * Returns statements that send the unread messages of a digest, or postpone it while the reader has the portal open.
 */
async function messageSteps(
  run: Run,
  digest: DueDigest<MessageItem>,
  unread: readonly UnreadMessage[],
): Promise<Query[]> {
  const toClient = digest.sender !== ''
  const [first] = unread
  const [reader = null, record = null] = toClient ? [first?.client_user, first?.client_id] : [first?.bookkeeper_id]
  if (first && (await isOnline(run, reader, record))) {
    const later = new Date(run.now.getTime() + pauseOf(settings(run.env), 'messages')).toISOString()
    return [run.db.update(mailDigests).set({ due_at: later }).where(unchanged(digest))]
  }
  return sendSteps(run, digest, composeMessages(unread, toClient, ownOrigin(settings(run.env))))
}

/** Returns a function that returns the statements for news of a kind. No mail is sent if everything was undone. */
const newsFrom =
  <I extends DigestItem, Row>({ query, entries }: DigestSource<I, Row>) =>
  async (run: Run, digest: DueDigest<I>): Promise<Query[]> => {
    const news = entries(await query(run.db, digest), digest, ownOrigin(settings(run.env)))
    return sendSteps(run, digest, composeDigest(news, digest.unlisted), isNotArchived(run, digest))
  }

const STEPS: Record<DigestKind, (run: Run, digest: DueDigest<never>) => Promise<Query[]>> = {
  messages: async (run, digest: DueDigest<MessageItem>) =>
    messageSteps(run, digest, await unreadMessages(run.db, digest)),
  assigned: newsFrom(assignmentDigest),
  decisions: newsFrom(sectionNews(describeDecision)),
  receipts: newsFrom(sectionNews(describeReceipt)),
  submissions: newsFrom(sectionNews(describeSubmission)),
  follow_ups: newsFrom(missedCommitmentDigest),
}

const { items } = mailDigests
const reader = sql`(SELECT ${authUsers.id} FROM ${authUsers} WHERE ${authUsers.email} = ${mailDigests.address})`
const notification = sql`i.value ->> 'notification_id'`
/** The notifications about items that the reader has read in the bell, as a JSON array. */
const seenNotifications = sql<string>`(SELECT json_group_array(${notification}) FROM json_each(${items}) i
  WHERE ${isSeen(reader, bookClients.id, notification)})`

/** Returns a digest without the items that the reader has seen. */
function withoutSeen({ seen, ...row }: Awaited<ReturnType<typeof readDigest>>[number]): DueDigest<never> {
  const all = JSON.parse(row.items) as { notification_id?: string }[]
  const read = new Set(JSON.parse(seen) as string[])
  const unseen = all.filter(({ notification_id }) => notification_id === undefined || !read.has(notification_id))
  return { ...row, items: unseen as never[], unlisted: row.total - all.length }
}

/** Selects a digest, unless it is no longer due. */
const readDigest = (db: Database, [address = '', kind = '', sender = '']: readonly string[], now: string) =>
  db
    .select({
      address: mailDigests.address,
      kind: mailDigests.kind,
      sender: mailDigests.sender,
      firm_id: profiles.firm_id,
      client_id: bookClients.id,
      items,
      seen: seenNotifications,
      total: mailDigests.total,
    })
    .from(mailDigests)
    .leftJoin(profiles, eq(profiles.id, mailDigests.sender))
    .leftJoin(
      bookClients,
      and(eq(bookClients.bookkeeper_id, mailDigests.sender), eq(bookClients.email, mailDigests.address)),
    )
    .where(
      and(
        eq(mailDigests.address, address),
        eq(mailDigests.kind, kind as DigestKind),
        eq(mailDigests.sender, sender),
        lte(mailDigests.due_at, now),
      ),
    )

/** Sends each digest after a pause without new items. */
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
          const [row] = await readDigest(db, JSON.parse(key) as string[], deps.now.toISOString())
          if (row) await deps.write(await STEPS[row.kind]({ ...deps, db }, withoutSeen(row)))
        },
      },
      deps,
    ),
}
