import { isPushKind } from '@portal/contract/push-kinds'
import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { DigestKind } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { collectEach, type DigestItem } from './digests/collect.ts'
import { queuePush } from './push/queue-push.ts'

/**
 * Returns steps that tell people about news who are not looking at the portal: by push within seconds, and by mail in a
 * digest. One item for each row of a query with the columns `address`, `sender` (the bookkeeper, or '' for news to a
 * bookkeeper) and `item` (JSON text).
 */
export const announceEach = (ctx: Pick<Context, 'now' | 'settings'>, kind: DigestKind, news: SQLWrapper): Step[] => [
  collectEach(ctx, kind, news),
  ...(isPushKind(kind) ? queuePush(ctx, kind, news) : []),
]

/** News for an address. */
export interface AddressedNews {
  address: string
  /** Id of the bookkeeper who sends it; '' for news to a bookkeeper. */
  sender: string
  item: DigestItem
}

/** Returns steps that tell people about news (at least one). */
export const announceAll = (
  ctx: Pick<Context, 'now' | 'settings'>,
  kind: DigestKind,
  news: readonly AddressedNews[],
): Step[] =>
  announceEach(
    ctx,
    kind,
    sql`SELECT value ->> 'address' AS address, value ->> 'sender' AS sender, value -> 'item' AS item
      FROM json_each(${JSON.stringify(news)})`,
  )
