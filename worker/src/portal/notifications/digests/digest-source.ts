import type { Database } from '../../../platform/db/client.ts'
import type { DigestKind } from '../../../platform/db/schema/index.ts'
import type { MailLink } from '../../../platform/mail/layout.ts'

/** A digest that is sent now. */
export interface DueDigest<Item> {
  address: string
  kind: DigestKind
  /** Id of the bookkeeper who sends it; '' for mail to a bookkeeper. */
  sender: string
  /** The sender's firm; null for mail to a bookkeeper. */
  firm_id: string | null
  /** The client to whom it is sent; null for mail to a bookkeeper. */
  client_id: string | null
  /** The items that the reader has not seen yet. */
  items: Item[]
  /** Number of items beyond the maximum, which are only counted. */
  unlisted: number
  /** Number of all items. */
  total: number
}

/** An entry of a digest. A digest with a single entry uses its texts as they are. */
export interface DigestEntry {
  subject: string
  heading: string
  /** 'Hello Priya,' */
  hello?: string
  line: string
  /** Last paragraph of the digest. */
  closing?: string
  /** The due date that it tells of. */
  due_date?: string
  action: MailLink
}

/** Turns the items of a digest into entries, based on the state when the mail is sent. */
export interface DigestSource<Item, Row> {
  query: (db: Database, digest: DueDigest<Item>) => PromiseLike<Row[]>
  entries: (rows: readonly Row[], digest: DueDigest<Item>, origin: string) => DigestEntry[]
}

/** Returns the first item of each key with its row, in the order of the items. Items without a row are omitted. */
export function firstOfEach<Key, Item extends Key, Row extends Key>(
  items: readonly Item[],
  rows: readonly Row[],
  keyOf: (value: Key) => string,
): { item: Item; row: Row }[] {
  const rowOf = new Map(rows.map((row) => [keyOf(row), row]))
  return [...Map.groupBy(items, keyOf)].flatMap(([key, [item]]) => {
    const row = rowOf.get(key)
    return item && row ? [{ item, row }] : []
  })
}
