import type { MailKind } from '@portal/contract/mail-kinds'
import type { Context } from '../context.ts'
import type { MailLink } from '../mail/layout.ts'
import { type Step, step } from '../db/write.ts'
import type { Statement } from '../db/writer/hrana.ts'

/** Items that one digest keeps; beyond them it only counts. */
const ITEMS_MAX = 200
/** However much comes in between, a digest waits for no more than this many pauses. */
const LONGEST_PAUSES = 4

/** News as they stand in a mail; alone in it, they are the mail. */
export interface News {
  subject: string
  heading: string
  /** 'Hello Priya,' */
  hello?: string
  /** What has happened, a paragraph each. */
  lines: readonly string[]
  /** What comes after all of them. */
  closing?: string
  action: MailLink
}

/** A chat message: what it says is looked up when the mail goes, since it may be changed, deleted or read until then. */
export interface MessageNews {
  message_id: string
  origin: string
}

/** Milliseconds of quiet after which what has come goes as one mail. */
export function pauseOf({ MESSAGES_MAIL_PAUSE_S, NEWS_MAIL_PAUSE_S }: Context['settings'], kind: MailKind): number {
  return (kind === 'messages' ? MESSAGES_MAIL_PAUSE_S : NEWS_MAIL_PAUSE_S) * 1000
}

/**
 * Puts news aside for each row of a query, which gives `address`, `sender` (the bookkeeper, or '' for mail to one) and `item` (JSON text):
 * they go as one mail when nothing more has come for a while. Whether the person wants it is asked then.
 */
export function collectEach(ctx: Pick<Context, 'now' | 'settings'>, kind: MailKind, query: Statement): Step {
  const pause = pauseOf(ctx.settings, kind)
  const at = (ms: number): string => new Date(ctx.now.getTime() + ms).toISOString()
  const statement = {
    sql: `INSERT INTO mail_digests (address, kind, sender, items, total, latest_at, due_at)
          SELECT q.address, ?, q.sender, json_array(json(q.item)), 1, ?, ? FROM (${query.sql}) q WHERE q.address <> ''
          ON CONFLICT (address, kind, sender) DO UPDATE SET total = total + 1, due_at = min(excluded.due_at, latest_at),
            items = CASE WHEN json_array_length(items) < ${ITEMS_MAX} THEN json_insert(items, '$[#]', json(excluded.items -> 0)) ELSE items END`,
    args: [kind, at(pause * LONGEST_PAUSES), at(pause), ...query.args],
  }
  return { ...step(statement), rings: 'due' }
}

/** News for one address. */
export interface Collected {
  address: string
  /** The bookkeeper whom it is from; '' for mail to one. */
  sender: string
  item: News
}

/** Puts news aside for several addresses (one at least). */
export function collectAll(ctx: Pick<Context, 'now' | 'settings'>, kind: MailKind, news: readonly Collected[]): Step {
  return collectEach(ctx, kind, {
    sql: `SELECT value ->> 'address' AS address, value ->> 'sender' AS sender, value -> 'item' AS item FROM json_each(?)`,
    args: [JSON.stringify(news)],
  })
}
