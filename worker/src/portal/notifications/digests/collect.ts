import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { DigestKind } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'

/** Most items in a digest; further ones are only counted. */
const ITEMS_MAX = 200

/*
 * What a digest stores about an event: its subject and what the reader knew before. Texts are composed when the mail
 * is sent.
 */

/** What every item has. */
export interface News {
  /** The reader's notification about it in the bell, if there is one: no mail is sent about what was read there. */
  notification_id?: string
}

/** A chat message. */
export interface MessageItem extends News {
  message_id: string
}

/** A section that was submitted or decided on. */
export interface SectionItem extends News {
  assignment_id: string
  /** Whether the client knew the section as approved. */
  was_approved?: boolean
  /** Whether it is the answer to the client's request to change the submission. */
  was_requested?: boolean
}

/** A workform that was assigned or withdrawn, or whose due date changed. */
export interface WorkformItem extends News {
  client_id: string
  workform_id: string
  /** The due date that the client knew ('' for none); null if the workform was not assigned. */
  before: string | null
}

/** What a client did not send as promised. */
export interface CommitmentItem extends News {
  commitment_id: string
}

/** A reminder in the client's chat and bell. */
export interface ReminderItem extends News {
  /** The id of the chat message and of the notification. */
  notification_id: string
  /** The section that the client has to fill in first, if there is one. */
  assignment_id: string | null
  /** The sections that were open. */
  sections: string[]
}

export type DigestItem = MessageItem | SectionItem | WorkformItem | CommitmentItem | ReminderItem

/** Returns the milliseconds without new items after which a digest is sent. */
export function pauseOf({ MESSAGES_MAIL_PAUSE_S, NEWS_MAIL_PAUSE_S }: Context['settings'], kind: DigestKind): number {
  // Its time is chosen.
  if (kind === 'reminders') return 0
  return (kind === 'messages' ? MESSAGES_MAIL_PAUSE_S : NEWS_MAIL_PAUSE_S) * 1000
}

/**
 * Returns a step that adds an item to a digest for each row of a query with the columns `address`, `sender` (the
 * bookkeeper, or '' for mail to a bookkeeper) and `item` (JSON text). Mail settings are checked when the digest is
 * sent.
 */
export function collectEach(ctx: Pick<Context, 'now' | 'settings'>, kind: DigestKind, query: SQLWrapper): Step {
  const pause = pauseOf(ctx.settings, kind)
  const longest = Math.max(pause, ctx.settings.MAIL_DELAY_MAX_S * 1000)
  const at = (ms: number): string => new Date(ctx.now.getTime() + ms).toISOString()
  const insert = sql`
    INSERT INTO mail_digests (address, kind, sender, items, total, latest_at, due_at)
    SELECT q.address, ${kind}, q.sender, json_array(json(q.item)), 1, ${at(longest)}, ${at(pause)}
    FROM (${query.getSQL()}) q WHERE q.address <> ''
    ON CONFLICT (address, kind, sender) DO UPDATE SET total = total + 1, due_at = min(excluded.due_at, latest_at),
      items = CASE WHEN json_array_length(items) < ${ITEMS_MAX}
        THEN json_insert(items, '$[#]', json(excluded.items -> 0)) ELSE items END`
  return { ...step(insert), lane: 'due' }
}
