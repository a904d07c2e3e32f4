/** The newest entry of a firm's trail that was sealed, as the Writer remembers it outside the database. */
export interface Anchor {
  seq: number
  /** Its number in the firm's trail; absent in anchors from before entries had one. */
  number?: number | undefined
  hash: string
  /** An anchor that was not what the next entries were sealed onto: the entry was gone by then, or the anchor older than the chain. */
  missed?: { seq: number; number?: number | undefined; hash: string } | undefined
}

/** What was sealed: the entry that a firm's new ones were put onto ('' for none), and the newest of them. */
export interface Sealed {
  firm: string
  onto: string
  seq: number
  number: number
  hash: string
}

/** The anchor after entries were sealed. */
export function nextAnchor(before: Anchor | undefined, { onto, seq, number, hash }: Sealed): Anchor {
  const missed =
    before && before.hash !== onto
      ? (before.missed ?? { seq: before.seq, number: before.number, hash: before.hash })
      : before?.missed
  return { seq, number, hash, ...(missed && { missed }) }
}
