/** The newest sealed entry of a firm's audit log, which the Writer stores outside the database. */
export interface Anchor {
  seq: number
  /** Its number in the firm's audit log; absent in anchors from before entries were numbered. */
  number?: number | undefined
  hash: string
  /**
   * An earlier anchor that the next entries were not sealed onto: its entry was gone, or the anchor was older than
   * the chain.
   */
  missed?: { seq: number; number?: number | undefined; hash: string } | undefined
}

/** The newest entry of a firm after sealing. */
export interface Sealed {
  firm: string
  /** Hash of the entry that the new ones follow; '' if they are the first. */
  onto: string
  seq: number
  number: number
  hash: string
}

/** Returns the anchor after entries were sealed. */
export function nextAnchor(before: Anchor | undefined, { onto, seq, number, hash }: Sealed): Anchor {
  const missed =
    before && before.hash !== onto
      ? (before.missed ?? { seq: before.seq, number: before.number, hash: before.hash })
      : before?.missed
  return { seq, number, hash, ...(missed && { missed }) }
}
