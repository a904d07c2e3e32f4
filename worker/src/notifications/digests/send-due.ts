import type { SqlValue, Statement, WriteStatement } from '../../db/writer/hrana.ts'
import { type Settings, settings } from '../../env.ts'
import { composeMail } from '../../mail/layout.ts'
import type { DueWorkDeps, DueWork } from '../../outbox/due-work.ts'
import { enqueueEach, type Mail } from '../../outbox/enqueue.ts'
import { type DigestKind, pauseOf } from './collect.ts'
import { composeMessagesDigest, composeDigest, type UnreadMessage } from './compose.ts'
import { mailOffUrl, wantsMail } from '../mail-switches.ts'
import { assignmentDigest } from './assignments.ts'
import { decisionDigest } from './decisions.ts'
import type { DigestSource } from './digest-entry.ts'
import { receiptDigest } from './receipts.ts'
import { submissionDigest } from './submissions.ts'

/** Digests made in one run; the next one is told to come at once. */
const AT_ONCE = 25

interface Digest {
  address: string
  kind: DigestKind
  sender: string
  items: string
  total: number
}
interface MessageRow extends UnreadMessage {
  client_user: string | null
  client_id: string
  bookkeeper_id: string
}

/** The digest as it was read: what has come since then has changed its count. */
const AS_READ = 'address = ? AND kind = ? AND sender = ? AND total = ?'
const key = ({ address, kind, sender, total }: Digest): SqlValue[] => [address, kind, sender, total]

/** What nobody has read of the messages of a digest. */
const unreadOf = ({ items }: Digest): Statement => ({
  sql: `SELECT m.thread_id, m.message, m.attachments ->> '$[0].name' AS file, c.name AS client_name, p.name AS bookkeeper_name,
          a.auth_user_id AS client_user, t.client_id, t.bookkeeper_id
        FROM json_each(?) j CROSS JOIN chat_messages m ON m.id = j.value ->> 'message_id' CROSS JOIN chat_threads t ON t.id = m.thread_id
          JOIN book_clients c ON c.id = t.client_id JOIN profiles p ON p.id = t.bookkeeper_id
          LEFT JOIN book_client_auth a ON a.client_id = t.client_id
        WHERE m.deleted_at IS NULL AND m.seq > CASE m.sender WHEN 'client' THEN t.bookkeeper_read ELSE t.client_read END
        ORDER BY m.created_at, m.seq`,
  args: [items],
})

const NEWS: Record<Exclude<DigestKind, 'messages'>, DigestSource> = {
  assigned: assignmentDigest,
  decisions: decisionDigest,
  receipts: receiptDigest,
  submissions: submissionDigest,
}

const lookUp = (digest: Digest): Statement =>
  digest.kind === 'messages' ? unreadOf(digest) : NEWS[digest.kind].query(digest)

const itemsOf = ({ items }: Digest) => JSON.parse(items) as { origin: string }[]
const originOf = (digest: Digest): string => itemsOf(digest)[0]?.origin ?? ''

type Words = ReturnType<typeof composeDigest>

function mailOf(config: Settings, { address, kind }: Digest, words: NonNullable<Words>): Mail {
  const unsubscribe = mailOffUrl(new URL(words.action?.url ?? '').origin, config.AUTH_SECRET, { address, kind })
  return { ...composeMail({ ...words, to: address, off: unsubscribe }), unsubscribe }
}

/** The mail and the end of the digest, in one batch: both, or neither where something has come meanwhile. */
function sendSteps(digest: Digest, mail: Mail | undefined, now: Date): WriteStatement[] {
  const end = { sql: `DELETE FROM mail_digests WHERE ${AS_READ}`, args: key(digest) }
  if (!mail) return [end]
  // A client hears from the firm, a bookkeeper from the portal.
  const payload = `json_patch(?, json_object('firmId', (SELECT p.firm_id FROM profiles p WHERE p.id = sender), 'bookkeeperId', nullif(sender, '')))`
  const queue = {
    sql: `SELECT 'mail:' || address AS recipient, ${payload} AS payload FROM mail_digests WHERE ${AS_READ} AND ${wantsMail(digest.kind, 'mail_digests.address')}`,
    args: [JSON.stringify(mail), ...key(digest)],
  }
  return [enqueueEach({ now }, 'mail', queue).statement, end]
}

const isThere = async ({ env }: DueWorkDeps, userId: string | null, record: string | null): Promise<boolean> =>
  userId !== null && (await env.USER_INBOX.getByName(userId).isThere(record))

/** Sends the messages of a digest that are still unread; while their reader has the portal open it waits. */
async function messageSteps(
  deps: DueWorkDeps,
  digest: Digest,
  unread: readonly MessageRow[],
): Promise<WriteStatement[]> {
  const config = settings(deps.env)
  const toClient = digest.sender !== ''
  const [first] = unread
  const [reader = null, record = null] = toClient ? [first?.client_user, first?.client_id] : [first?.bookkeeper_id]
  if (first && (await isThere(deps, reader, record))) {
    const later = new Date(deps.now.getTime() + pauseOf(config, 'messages')).toISOString()
    return [{ sql: `UPDATE mail_digests SET due_at = ? WHERE ${AS_READ}`, args: [later, ...key(digest)] }]
  }
  const words = composeMessagesDigest(unread, toClient, originOf(digest))
  return sendSteps(digest, words && mailOf(config, digest, words), deps.now)
}

/** Sends what the digest's items come to by now; nothing where all of it was taken back. */
function newsSteps(
  deps: DueWorkDeps,
  digest: Digest & { kind: keyof typeof NEWS },
  rows: readonly Record<string, unknown>[],
): WriteStatement[] {
  const news = NEWS[digest.kind].news(rows, originOf(digest))
  const words = composeDigest(news, digest.total - itemsOf(digest).length)
  return sendSteps(digest, words && mailOf(settings(deps.env), digest, words), deps.now)
}

/** Sends each digest as one mail once nothing more has come for a while. */
export const digestsDue: DueWork = {
  name: 'digests',
  async run(deps) {
    const now = deps.now.toISOString()
    const [rows = [], next = []] = await deps.write([
      {
        sql: `SELECT address, kind, sender, items, total FROM mail_digests WHERE due_at <= ? ORDER BY due_at LIMIT ${AT_ONCE}`,
        args: [now],
      },
      { sql: 'SELECT min(due_at) AS at FROM mail_digests WHERE due_at > ?', args: [now] },
    ])
    const digests = rows as unknown as Digest[]
    const found = digests.length > 0 ? await deps.write(digests.map(lookUp)) : []
    const steps = await Promise.all(
      digests.map(async ({ kind, ...digest }, i) =>
        kind === 'messages'
          ? messageSteps(deps, { ...digest, kind }, (found[i] ?? []) as unknown as MessageRow[])
          : newsSteps(deps, { ...digest, kind }, found[i] ?? []),
      ),
    )
    if (digests.length > 0) await deps.write(steps.flat())
    if (digests.length === AT_ONCE) return deps.now
    const at = next[0]?.['at']
    return typeof at === 'string' ? new Date(at) : null
  },
}
