import type { Statement } from '../../db/statement.ts'
import type { MailLink } from '../../mail/layout.ts'

/** An entry of a digest. A digest with a single entry uses its texts as they are. */
export interface DigestEntry {
  subject: string
  heading: string
  /** 'Hello Priya,' */
  hello?: string
  line: string
  /** Last paragraph of the digest. */
  closing?: string
  action: MailLink
}

/** Identifies the rows of a digest. */
export interface DigestQuery {
  address: string
  /** Id of the bookkeeper who sends it; '' for mail to a bookkeeper. */
  sender: string
  /** The items, as JSON. */
  items: string
}

/** Turns the items of a digest into entries, based on the state when the mail is sent. */
export interface DigestSource {
  query: (key: DigestQuery) => Statement
  /** Returns the entries for the query's rows. */
  entries: (rows: readonly Record<string, unknown>[], origin: string) => DigestEntry[]
}

/** Returns the first row for each value of a key. */
export function firstOfEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...Map.groupBy(rows, keyOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]))
}
