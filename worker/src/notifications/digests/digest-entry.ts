import type { Statement } from '../../db/writer/hrana.ts'
import type { MailLink } from '../../mail/layout.ts'

/** One thing to tell in a mail; alone in it, it is the mail. */
export interface DigestEntry {
  subject: string
  heading: string
  /** 'Hello Priya,' */
  hello?: string
  line: string
  /** What comes after all of them. */
  closing?: string
  action: MailLink
}

/** What the news of a digest are looked up by. */
export interface DigestQuery {
  address: string
  /** The bookkeeper whom it is from; '' for mail to one. */
  sender: string
  /** The items, as JSON. */
  items: string
}

/** Tells the items of a digest by the state when the mail goes. */
export interface DigestSource {
  query: (key: DigestQuery) => Statement
  /** Returns what there is to tell of the query's rows. */
  news: (rows: readonly Record<string, unknown>[], origin: string) => DigestEntry[]
}

/** Returns the first row for each value of a key. */
export function firstOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]))
}
