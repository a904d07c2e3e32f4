import type { Database } from '../../db/client.ts'
import type { DigestKind } from '../../db/schema/index.ts'
import { assignmentDigest } from './assignments.ts'
import type { DigestItem } from './collect.ts'
import { composeDigest, type MailText } from './compose.ts'
import { describeDecision, describeReceipt, describeSubmission } from './describe-section.ts'
import type { DigestEntry, DigestSource, DueDigest } from './digest-source.ts'
import { composeMessages, messageEntries, unreadMessages } from './messages.ts'
import { missedCommitmentDigest } from './missed-commitments.ts'
import { sectionNews } from './section-news.ts'

type EntriesOf = (db: Database, digest: DueDigest<never>, origin: string) => Promise<DigestEntry[]>

const entriesFrom =
  <I extends DigestItem, Row>({ query, entries }: DigestSource<I, Row>): EntriesOf =>
  async (db, digest: DueDigest<I>, origin) =>
    entries(await query(db, digest), digest, origin)

/** The kinds of news in the order in which a mail lists them. Messages follow. */
const NEWS: Record<Exclude<DigestKind, 'messages'>, EntriesOf> = {
  decisions: entriesFrom(sectionNews(describeDecision)),
  assigned: entriesFrom(assignmentDigest),
  receipts: entriesFrom(sectionNews(describeReceipt)),
  submissions: entriesFrom(sectionNews(describeSubmission)),
  follow_ups: entriesFrom(missedCommitmentDigest),
}
const NEWS_KINDS = Object.keys(NEWS) as (keyof typeof NEWS)[]

/** The texts of a mail, and the kinds of which it tells. */
export interface WaitingText {
  text: MailText
  kinds: readonly [DigestKind, ...DigestKind[]]
}

/** Composes one mail of the digests for a reader; undefined if nothing is left to report. */
export async function composeWaiting(
  db: Database,
  digests: readonly DueDigest<never>[],
  origin: string,
): Promise<WaitingText | undefined> {
  const digestOf = (kind: DigestKind) => digests.find((digest) => digest.kind === kind)
  const news = await Promise.all(
    NEWS_KINDS.map(async (kind) => {
      const digest = digestOf(kind)
      const entries = digest ? await NEWS[kind](db, digest, origin) : []
      // Without an entry, nothing is known of those that are only counted.
      return { kind, entries, unlisted: entries.length > 0 ? (digest?.unlisted ?? 0) : 0 }
    }),
  )
  const [first, ...others] = news.filter(({ entries }) => entries.length > 0)
  const messages = digestOf('messages')
  const unread = messages ? await unreadMessages(db, messages) : []
  const toClient = digests[0]?.sender !== ''
  if (!first) {
    const text = composeMessages(unread, toClient, origin)
    return text && { text, kinds: ['messages'] }
  }
  const further = { kind: 'messages' as const, ...messageEntries(unread, toClient, origin) }
  const told = [first, ...others, ...(unread.length > 0 ? [further] : [])]
  const unlisted = told.reduce((sum, part) => sum + part.unlisted, 0)
  const text = composeDigest(
    told.flatMap(({ entries }) => entries),
    unlisted,
  )
  return text && { text, kinds: [first.kind, ...told.slice(1).map(({ kind }) => kind)] }
}
