import type { Database } from '../../../platform/db/client.ts'
import type { DigestKind } from '../../../platform/db/schema/index.ts'
import { assignmentDigest } from './assignments.ts'
import type { DigestItem } from './collect.ts'
import { composeDigest, type MailText } from './compose.ts'
import { describeDecision, describeReceipt, describeSubmission } from './describe-section.ts'
import type { DigestEntry, DigestSource, DueDigest } from './digest-source.ts'
import { composeMessages, messageEntries, type UnreadMessage, unreadMessages } from './messages.ts'
import { missedCommitmentDigest } from './missed-commitments.ts'
import { composeReminder, readReminder, type WaitingReminder } from './reminders.ts'
import { sectionNews } from './section-news.ts'

type EntriesOf = (db: Database, digest: DueDigest<never>, origin: string) => Promise<DigestEntry[]>

const entriesFrom =
  <I extends DigestItem, Row>({ query, entries }: DigestSource<I, Row>): EntriesOf =>
  async (db, digest: DueDigest<I>, origin) =>
    entries(await query(db, digest), digest, origin)

type NewsKind = Exclude<DigestKind, 'messages' | 'reminders'>

/** The kinds of news in the order in which a mail lists them. Messages follow. */
const NEWS: Record<NewsKind, EntriesOf> = {
  decisions: entriesFrom(sectionNews(describeDecision)),
  assigned: entriesFrom(assignmentDigest),
  receipts: entriesFrom(sectionNews(describeReceipt)),
  submissions: entriesFrom(sectionNews(describeSubmission)),
  follow_ups: entriesFrom(missedCommitmentDigest),
}
/** The kinds that this release can compose. */
export const DIGEST_KINDS: readonly DigestKind[] = [...(Object.keys(NEWS) as NewsKind[]), 'messages', 'reminders']

/** What a digest has to tell: entries, unread messages, or a reminder. */
export type Part =
  | { kind: NewsKind; entries: readonly DigestEntry[]; unlisted: number }
  | { kind: 'messages'; unread: readonly UnreadMessage[] }
  | { kind: 'reminders'; reminder: WaitingReminder | undefined }

/** Returns whether a digest has anything left to tell. */
export function isTelling(part: Part): boolean {
  if (part.kind === 'messages') return part.unread.length > 0
  return part.kind === 'reminders' ? part.reminder !== undefined : part.entries.length > 0
}

/** Reads what a digest has to tell when it is sent. */
export async function readPart(db: Database, digest: DueDigest<never>, origin: string): Promise<Part> {
  const { kind, unlisted } = digest
  if (kind === 'messages') return { kind, unread: await unreadMessages(db, digest) }
  if (kind === 'reminders') return { kind, reminder: await readReminder(db, digest, origin) }
  const entries = await NEWS[kind](db, digest, origin)
  // Without an entry, nothing is known of those that are only counted.
  return { kind, entries, unlisted: entries.length > 0 ? unlisted : 0 }
}

/** The texts of a mail, and the kinds of which it tells. */
export interface WaitingText {
  text: MailText
  kinds: readonly [DigestKind, ...DigestKind[]]
}

/** Composes one mail for a reader; undefined if nothing is left to report. */
export function composeWaiting(parts: readonly Part[], toClient: boolean, origin: string): WaitingText | undefined {
  const news = parts
    .filter((part) => part.kind !== 'messages' && part.kind !== 'reminders')
    .toSorted((a, b) => DIGEST_KINDS.indexOf(a.kind) - DIGEST_KINDS.indexOf(b.kind))
  const unread = parts.flatMap((part) => (part.kind === 'messages' ? part.unread : []))
  const reminder = parts.flatMap((part) => (part.kind === 'reminders' ? (part.reminder ?? []) : []))[0]
  if (!reminder && news.every(({ entries }) => entries.length === 0)) {
    const text = composeMessages(unread, toClient, origin)
    return text && { text, kinds: ['messages'] }
  }
  const messages = { kind: 'messages' as const, ...messageEntries(unread, toClient, origin) }
  const told = [...news, messages]
  const entries = told.flatMap(({ kind, entries: own }) => own.map((entry) => ({ kind, ...entry })))
  const unlisted = told.reduce((sum, part) => sum + part.unlisted, 0)
  const digest = reminder ? composeReminder(reminder, entries, unlisted) : composeDigest(entries, unlisted)
  if (!digest) return undefined
  const listed = entries.slice(0, digest.listed).map(({ kind }) => kind)
  const [first, ...others] = new Set<DigestKind>([...(reminder ? ['reminders' as const] : []), ...listed])
  return first && { text: digest.text, kinds: [first, ...others] }
}
