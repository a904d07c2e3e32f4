/**
 * Returns up to which `seq` the whole conversation has been read when these comments were seen; 0 if nothing can be
 * marked. Read marks are positions, so an unread message elsewhere holds back the marks of later comments.
 * @param unread the unread messages of the conversation, in order
 * @param shown the comments on the screen
 * @param seen the last visible one of them
 */
export function readableTo(unread: readonly number[], shown: ReadonlySet<number>, seen: number): number {
  const held = unread.findIndex((seq) => seq > seen || !shown.has(seq))
  return unread[(held === -1 ? unread.length : held) - 1] ?? 0
}
