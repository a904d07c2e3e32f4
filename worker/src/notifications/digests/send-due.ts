import type { SqlValue, Statement, WriteStatement } from '../../db/statement.ts'
import { type Settings, settings } from '../../env.ts'
import { composeMail } from '../../mail/layout.ts'
import type { DueWorkDeps, DueWork } from '../../outbox/due-work.ts'
import { enqueueEach, type Mail } from '../../outbox/enqueue.ts'
import { type DigestKind, pauseOf } from './collect.ts'
import { composeMessagesDigest, composeDigest, type UnreadMessage } from './compose.ts'
import { mailOffUrl, wantsMail } from '../../mail/mail-switches.ts'
import { assignmentDigest } from './assignments.ts'
import { decisionDigest } from './decisions.ts'
import type { DigestSource } from './digest-entry.ts'
import { receiptDigest } from './receipts.ts'
import { submissionDigest } from './submissions.ts'

/** Digests per run. If more are due, the next run follows immediately. */
const BATCH_SIZE = 25

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

/** SQL condition for a digest that has not changed since it was read; a new item changes its count. */
const UNCHANGED = 'address = ? AND kind = ? AND sender = ? AND total = ?'
const key = ({ address, kind, sender, total }: Digest): SqlValue[] => [address, kind, sender, total]

/** Returns a query for the unread messages of a digest. */
const unreadOf = ({ items }: Digest): Statement => ({
  sql: `SELECT m.thread_id, m.message, m.attachments ->> '$[0].name' AS file, c.name AS client_name,
          p.name AS bookkeeper_name, a.auth_user_id AS client_user, t.client_id, t.bookkeeper_id
        FROM json_each(?) j CROSS JOIN chat_messages m ON m.id = j.value ->> 'message_id'
          CROSS JOIN chat_threads t ON t.id = m.thread_id
          JOIN book_clients c ON c.id = t.client_id JOIN profiles p ON p.id = t.bookkeeper_id
          LEFT JOIN book_client_auth a ON a.client_id = t.client_id
        WHERE m.deleted_at IS NULL AND m.seq > CASE m.sender WHEN 'client' THEN t.bookkeeper_read ELSE t.client_read END
        ORDER BY m.created_at, m.seq`,
  args: [items],
})

const SOURCES: Record<Exclude<DigestKind, 'messages'>, DigestSource> = {
  assigned: assignmentDigest,
  decisions: decisionDigest,
  receipts: receiptDigest,
  submissions: submissionDigest,
}

const lookUp = (digest: Digest): Statement =>
  digest.kind === 'messages' ? unreadOf(digest) : SOURCES[digest.kind].query(digest)

const itemsOf = ({ items }: Digest) => JSON.parse(items) as { origin: string }[]
const originOf = (digest: Digest): string => itemsOf(digest)[0]?.origin ?? ''

type MailText = ReturnType<typeof composeDigest>

function mailOf(config: Settings, { address, kind }: Digest, text: NonNullable<MailText>): Mail {
  const unsubscribe = mailOffUrl(new URL(text.action?.url ?? '').origin, config.AUTH_SECRET, { address, kind })
  return { ...composeMail({ ...text, to: address, off: unsubscribe }), unsubscribe }
}

/** Returns statements that queue the mail and delete the digest. They do nothing if the digest has changed. */
function sendSteps(digest: Digest, mail: Mail | undefined, now: Date): WriteStatement[] {
  const end = { sql: `DELETE FROM mail_digests WHERE ${UNCHANGED}`, args: key(digest) }
  if (!mail) return [end]
  // Mail to a client is from the firm, mail to a bookkeeper from the portal.
  const payload = `json_patch(?, json_object(
    'firmId', (SELECT p.firm_id FROM profiles p WHERE p.id = sender), 'bookkeeperId', nullif(sender, '')))`
  const queue = {
    sql: `SELECT 'mail:' || address AS recipient, ${payload} AS payload FROM mail_digests
          WHERE ${UNCHANGED} AND ${wantsMail(digest.kind, 'mail_digests.address')}`,
    args: [JSON.stringify(mail), ...key(digest)],
  }
  return [enqueueEach({ now }, 'mail', queue).statement, end]
}

const isOnline = async ({ env }: DueWorkDeps, userId: string | null, record: string | null): Promise<boolean> =>
  userId !== null && (await env.USER_INBOX.getByName(userId).isOnline(record))

/**
 * Returns statements that send the unread messages of a digest, or postpone it while the reader has the portal open.
 */
async function messageSteps(
  deps: DueWorkDeps,
  digest: Digest,
  unread: readonly MessageRow[],
): Promise<WriteStatement[]> {
  const config = settings(deps.env)
  const toClient = digest.sender !== ''
  const [first] = unread
  const [reader = null, record = null] = toClient ? [first?.client_user, first?.client_id] : [first?.bookkeeper_id]
  if (first && (await isOnline(deps, reader, record))) {
    const later = new Date(deps.now.getTime() + pauseOf(config, 'messages')).toISOString()
    return [{ sql: `UPDATE mail_digests SET due_at = ? WHERE ${UNCHANGED}`, args: [later, ...key(digest)] }]
  }
  const text = composeMessagesDigest(unread, toClient, originOf(digest))
  return sendSteps(digest, text && mailOf(config, digest, text), deps.now)
}

/** Returns statements that send a digest of the current state; no mail is sent if everything was undone. */
function digestSteps(
  deps: DueWorkDeps,
  digest: Digest & { kind: keyof typeof SOURCES },
  rows: readonly Record<string, unknown>[],
): WriteStatement[] {
  const entries = SOURCES[digest.kind].entries(rows, originOf(digest))
  const text = composeDigest(entries, digest.total - itemsOf(digest).length)
  return sendSteps(digest, text && mailOf(settings(deps.env), digest, text), deps.now)
}

/** Sends each digest after a pause without new items. */
export const digestsDue: DueWork = {
  name: 'digests',
  async run(deps) {
    const now = deps.now.toISOString()
    const [rows = [], next = []] = await deps.write([
      {
        sql: `SELECT address, kind, sender, items, total FROM mail_digests WHERE due_at <= ? ORDER BY due_at
          LIMIT ${BATCH_SIZE}`,
        args: [now],
      },
      { sql: 'SELECT min(due_at) AS at FROM mail_digests WHERE due_at > ?', args: [now] },
    ])
    const digests = rows as unknown as Digest[]
    const results = digests.length > 0 ? await deps.write(digests.map(lookUp)) : []
    const steps = await Promise.all(
      digests.map(async ({ kind, ...digest }, i) =>
        kind === 'messages'
          ? messageSteps(deps, { ...digest, kind }, (results[i] ?? []) as unknown as MessageRow[])
          : digestSteps(deps, { ...digest, kind }, results[i] ?? []),
      ),
    )
    if (digests.length > 0) await deps.write(steps.flat())
    if (digests.length === BATCH_SIZE) return deps.now
    const at = next[0]?.['at']
    return typeof at === 'string' ? new Date(at) : null
  },
}
