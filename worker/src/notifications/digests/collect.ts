import type { MailKind } from '@portal/contract/mail-kinds'
import type { Context } from '../../context.ts'
import { type Step, step } from '../../db/write.ts'
import type { Statement } from '../../db/writer/hrana.ts'

/** Items that one digest keeps; beyond them it only counts. */
const ITEMS_MAX = 200
/** A digest waits for no more than this many pauses, however much comes in between. */
const LONGEST_PAUSES = 4

/**
 * What a digest keeps about an event: what it is about, and what the reader knew before. The words are composed when the mail goes, from
 * the state by then.
 */
interface Item {
  /** Where the portal is reached. */
  origin: string
}

export interface MessageItem extends Item {
  message_id: string
}

/** A section that was submitted, or decided on. */
export interface SectionItem extends Item {
  assignment_id: string
  /** Whether the client knew the section as approved. */
  was_approved?: boolean
}

/** A workform that was assigned, moved to another due date, or withdrawn. */
export interface WorkformItem extends Item {
  client_id: string
  workform_id: string
  /** The due date that the client knew ('' for none); null where they did not have the workform. */
  before: string | null
}

type DigestItem = MessageItem | SectionItem | WorkformItem
/** Kinds of mail that are collected; the others go at once. */
export type DigestKind = Exclude<MailKind, 'reminders' | 'follow_ups'>

/** Milliseconds of quiet after which what has come goes as one mail. */
export function pauseOf({ MESSAGES_MAIL_PAUSE_S, NEWS_MAIL_PAUSE_S }: Context['settings'], kind: DigestKind): number {
  return (kind === 'messages' ? MESSAGES_MAIL_PAUSE_S : NEWS_MAIL_PAUSE_S) * 1000
}

/**
 * Adds an item to a digest for each row of a query, which gives `address`, `sender` (the bookkeeper, or '' for mail to one) and `item`
 * (JSON text). A digest goes as one mail when nothing more has come for a while. Whether the person wants it is asked then.
 */
export function collectEach(ctx: Pick<Context, 'now' | 'settings'>, kind: DigestKind, query: Statement): Step {
  const pause = pauseOf(ctx.settings, kind)
  const at = (ms: number): string => new Date(ctx.now.getTime() + ms).toISOString()
  const statement = {
    sql: `INSERT INTO mail_digests (address, kind, sender, items, total, latest_at, due_at)
          SELECT q.address, ?, q.sender, json_array(json(q.item)), 1, ?, ? FROM (${query.sql}) q WHERE q.address <> ''
          ON CONFLICT (address, kind, sender) DO UPDATE SET total = total + 1, due_at = min(excluded.due_at, latest_at),
            items = CASE WHEN json_array_length(items) < ${ITEMS_MAX} THEN json_insert(items, '$[#]', json(excluded.items -> 0)) ELSE items END`,
    args: [kind, at(pause * LONGEST_PAUSES), at(pause), ...query.args],
  }
  return { ...step(statement), lane: 'due' }
}

/** An item for one address. */
export interface Collected {
  address: string
  /** The bookkeeper whom it is from; '' for mail to one. */
  sender: string
  item: DigestItem
}

/** Adds an item to a digest for each address (one at least). */
export function collectAll(
  ctx: Pick<Context, 'now' | 'settings'>,
  kind: DigestKind,
  items: readonly Collected[],
): Step {
  return collectEach(ctx, kind, {
    sql: `SELECT value ->> 'address' AS address, value ->> 'sender' AS sender, value -> 'item' AS item FROM json_each(?)`,
    args: [JSON.stringify(items)],
  })
}
