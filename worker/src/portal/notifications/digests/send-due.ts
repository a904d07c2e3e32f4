import { and, eq, lte, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/client.ts'
import { bookClients, DIGEST_KEY, mailDigests } from '../../../platform/db/schema/index.ts'
import type { Query } from '../../../platform/db/statement.ts'
import { ownOrigin, settings } from '../../../env.ts'
import { PERSONAL_NOTE } from '../../../platform/mail/client-links.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import { unsubscribeUrl, wantsMail } from '../../../platform/mail/mail-switches.ts'
import { replyAddressOf } from '../../../platform/mail/reply-address.ts'
import type { DueWork, DueWorkDeps } from '../../../platform/outbox/due-work.ts'
import { enqueueEach, type Mail } from '../../../platform/outbox/enqueue.ts'
import { handleDueRows } from '../../../platform/outbox/handle-due-rows.ts'
import { pauseOf } from './collect.ts'
import { composeWaiting, DIGEST_KINDS, isTelling, type Part, readPart, type WaitingText } from './compose-waiting.ts'
import { readWaiting, type WaitingDigest, withoutSeen } from './read-waiting.ts'
import { mailedQueries, waitQuery, waitsUntil } from './routine-mail.ts'

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
 * changed since it was read, a kind was switched off, or the client was archived: the next run reads them again.
 */
function sendSteps(run: Run, waiting: Waiting, content: WaitingText | undefined): Query[] {
  const { db, env, now } = run
  const [{ address, sender, firm_id, client_id }] = waiting
  // A new item changes the count, and a new digest has another end.
  const { kind: itsKind, total: itsTotal, latest_at: itsEnd } = mailDigests
  const isOne = or(
    ...waiting.map(({ kind, total, latest_at }) => and(eq(itsKind, kind), eq(itsTotal, total), eq(itsEnd, latest_at))),
  )
  const these = and(eq(mailDigests.address, address), eq(mailDigests.sender, sender), isOne)
  const unchanged = sql`(SELECT count(*) FROM ${mailDigests} WHERE ${these}) = ${waiting.length}`
  if (!content) return [db.delete(mailDigests).where(and(these, unchanged))]
  const { text, kinds } = content
  const hasNews = kinds.some((kind) => kind !== 'messages')
  const holds = and(
    unchanged,
    ...kinds.map((kind) => wantsMail(kind, address)),
    hasNews ? isNotArchived(run, client_id) : undefined,
  )
  const config = settings(env)
  const off = unsubscribeUrl(ownOrigin(config), config.AUTH_SECRET, { address, kinds })
  // Mail to a client is from the firm, mail to a bookkeeper from the portal.
  const from =
    firm_id === null ? {} : { firmId: firm_id, bookkeeperId: sender, ...(client_id && { clientId: client_id }) }
  const reply = client_id === null ? undefined : replyAddressOf({ db, now, settings: config }, client_id)
  const note = client_id === null ? undefined : PERSONAL_NOTE
  const mail: Mail = {
    ...composeMail({ ...text, to: address, off, note, replyTo: reply?.address, allowLinks: true }),
    ...from,
  }
  const queued = sql`SELECT ${`mail:${address}`} AS recipient, ${JSON.stringify(mail)} AS payload WHERE ${holds}`
  const end = db.delete(mailDigests).where(and(these, holds))
  const mailed = mailedQueries(db, now, client_id, kinds, holds)
  return [...(reply ? [reply.step.query] : []), enqueueEach({ now }, 'mail', queued).query, ...mailed, end]
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

/**
 * Reads what the digests have to tell, and leaves out those that cannot be read: they are postponed alone.
 * @throws unknown when the digest of `kind` cannot be read
 */
async function readParts(run: Run, waiting: Waiting, kind: string) {
  const origin = ownOrigin(settings(run.env))
  const read: { digest: WaitingDigest; part: Part }[] = []
  for (const digest of waiting) {
    try {
      read.push({ digest, part: await readPart(run.db, withoutSeen(digest), origin) })
    } catch (error) {
      if (digest.kind === kind) throw error
    }
  }
  return read
}

/** Returns statements that delete the digests without news, and let the others wait. */
function waitSteps(run: Run, read: Awaited<ReturnType<typeof readParts>>, until: Date): Query[] {
  const { db, env, now } = run
  const [first] = read
  if (!first) return []
  const [moot, ...others] = read.filter(({ part }) => !isTelling(part)).map(({ digest }) => digest)
  const wait = waitQuery(db, { now, config: settings(env) }, first.digest, until)
  return [...(moot ? sendSteps(run, [moot, ...others], undefined) : []), wait]
}

/**
 * Sends a digest that is due, and with it everything else that waits for its reader from the same sender. While the
 * reader has the portal open, it is postponed.
 */
async function handleDigest(run: Run, [address = '', kind = '', sender = '']: readonly string[]): Promise<void> {
  const { db, env, now } = run
  const digests = await readWaiting(db, address, sender, now)
  const own = digests.find((digest) => digest.kind === kind)
  // It was sent with another one, unless its kind is that of a later release.
  if (!own && DIGEST_KINDS.every((known) => known !== kind)) throw new Error(`Unknown kind of digest: ${kind}`)
  if (!own || own.due_at > now.toISOString()) return
  if (own.is_off) return void (await run.write(sendSteps(run, [own], undefined)))
  const waiting: Waiting = [own, ...digests.filter((digest) => digest !== own && !digest.is_off)]
  if (await isReading(run, waiting)) return void (await run.write([postponed(run, waiting)]))
  const read = await readParts(run, waiting, kind)
  const parts = read.map(({ part }) => part)
  const config = settings(env)
  const content = composeWaiting(parts, sender !== '', ownOrigin(config))
  const until = content && waitsUntil({ now, config }, own, parts.filter(isTelling))
  if (until) return void (await run.write(waitSteps(run, read, until)))
  const [first = own, ...others] = read.map(({ digest }) => digest)
  await run.write(sendSteps(run, [first, ...others], content))
}

/** Sends digests after a pause without new items. */
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
        handle: (key, db) => handleDigest({ ...deps, db }, JSON.parse(key) as string[]),
      },
      deps,
    ),
}
