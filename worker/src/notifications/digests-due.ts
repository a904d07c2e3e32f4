import type { MailKind } from '@portal/contract/mail-kinds'
import type { SqlValue, Statement } from '../db/writer/hrana.ts'
import { type Settings, settings } from '../env.ts'
import { composeMail } from '../mail/layout.ts'
import type { DueDeps, DueWork } from '../outbox/due-work.ts'
import { enqueueEach, type Mail } from '../outbox/enqueue.ts'
import { type MessageNews, type News, pauseOf } from './collect-mail.ts'
import { messagesMail, newsMail, type UnreadMessage } from './digest-mail.ts'
import { mailOffUrl, wantsMail } from './mail-switches.ts'

/** Digests made in one run; the next one is told to come at once. */
const AT_ONCE = 25

interface Digest {
  address: string
  kind: MailKind
  sender: string
  items: string
  total: number
}
interface MessageRow extends UnreadMessage {
  client_user: string | null
  bookkeeper_id: string
}

/** The digest as it was read: what has come since then has changed its count. */
const AS_READ = 'address = ? AND kind = ? AND sender = ? AND total = ?'
const key = ({ address, kind, sender, total }: Digest): SqlValue[] => [address, kind, sender, total]

/** What nobody has read of the messages of a digest. */
const unreadOf = ({ items }: Digest): Statement => ({
  sql: `SELECT m.thread_id, m.message, m.attachments ->> '$[0].name' AS file, c.name AS client_name, p.name AS bookkeeper_name,
          a.auth_user_id AS client_user, t.bookkeeper_id
        FROM json_each(?) j CROSS JOIN chat_messages m ON m.id = j.value ->> 'message_id' CROSS JOIN chat_threads t ON t.id = m.thread_id
          JOIN book_clients c ON c.id = t.client_id JOIN profiles p ON p.id = t.bookkeeper_id
          LEFT JOIN book_client_auth a ON a.client_id = t.client_id
        WHERE m.deleted_at IS NULL AND m.seq > CASE m.sender WHEN 'client' THEN t.bookkeeper_read ELSE t.client_read END
        ORDER BY m.created_at, m.seq`,
  args: [items],
})

type Words = ReturnType<typeof newsMail>

function mailOf(config: Settings, { address, kind }: Digest, words: NonNullable<Words>): Mail {
  const unsubscribe = mailOffUrl(new URL(words.action?.url ?? '').origin, config.AUTH_SECRET, { address, kind })
  return { ...composeMail({ ...words, to: address, off: unsubscribe }), unsubscribe }
}

/** The mail and the end of the digest, in one batch: both, or neither where something has come meanwhile. */
function sendSteps(digest: Digest, mail: Mail | undefined, now: Date): Statement[] {
  const end = { sql: `DELETE FROM mail_digests WHERE ${AS_READ}`, args: key(digest) }
  if (!mail) return [end]
  // A client hears from the firm, a bookkeeper from the portal.
  const payload = `json_patch(?, json_object('firmId', (SELECT p.firm_id FROM profiles p WHERE p.id = sender)))`
  const queue = {
    sql: `SELECT 'mail:' || address AS recipient, ${payload} AS payload FROM mail_digests WHERE ${AS_READ} AND ${wantsMail(digest.kind, 'address')}`,
    args: [JSON.stringify(mail), ...key(digest)],
  }
  return [enqueueEach({ now }, 'mail', queue).statement, end]
}

const isThere = async ({ env }: DueDeps, userId: string | null): Promise<boolean> =>
  userId !== null && (await env.USER_INBOX.getByName(userId).isThere())

/** What becomes of a digest of messages: none that is read, and while its reader has the portal open it waits. */
async function messageSteps(deps: DueDeps, digest: Digest, unread: readonly MessageRow[]): Promise<Statement[]> {
  const config = settings(deps.env)
  const toClient = digest.sender !== ''
  const [first] = unread
  if (first && (await isThere(deps, toClient ? first.client_user : first.bookkeeper_id))) {
    const later = new Date(deps.now.getTime() + pauseOf(config, 'messages')).toISOString()
    return [{ sql: `UPDATE mail_digests SET due_at = ? WHERE ${AS_READ}`, args: [later, ...key(digest)] }]
  }
  const [item] = JSON.parse(digest.items) as MessageNews[]
  const words = messagesMail(unread, toClient, item?.origin ?? '')
  return sendSteps(digest, words && mailOf(config, digest, words), deps.now)
}

/** Sends what has been put aside for people as one mail each, once nothing more has come for a while. */
export const digestsDue: DueWork = {
  name: 'digests',
  async run(deps) {
    const config = settings(deps.env)
    const now = deps.now.toISOString()
    const [rows = [], next = []] = await deps.write([
      {
        sql: `SELECT address, kind, sender, items, total FROM mail_digests WHERE due_at <= ? ORDER BY due_at LIMIT ${AT_ONCE}`,
        args: [now],
      },
      { sql: 'SELECT min(due_at) AS at FROM mail_digests WHERE due_at > ?', args: [now] },
    ])
    const digests = rows as unknown as Digest[]
    const ofMessages = digests.filter((d) => d.kind === 'messages')
    const unread = ofMessages.length > 0 ? await deps.write(ofMessages.map(unreadOf)) : []
    const steps = await Promise.all(
      digests.map(async (digest) => {
        if (digest.kind === 'messages')
          return messageSteps(deps, digest, (unread[ofMessages.indexOf(digest)] ?? []) as unknown as MessageRow[])
        const words = newsMail(JSON.parse(digest.items) as News[], digest.total)
        return sendSteps(digest, words && mailOf(config, digest, words), deps.now)
      }),
    )
    if (digests.length > 0) await deps.write(steps.flat())
    if (digests.length === AT_ONCE) return deps.now
    const at = next[0]?.['at']
    return typeof at === 'string' ? new Date(at) : null
  },
}
