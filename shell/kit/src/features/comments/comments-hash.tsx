/** Returns the hash of an address that opens the comments on a question. */
export const commentsHash = (assignmentId: string, fieldId: string): string => `comments-${assignmentId}-${fieldId}`

/** Returns whether the address of the page opens the comments on a question. */
export function isLinked(assignmentId: string, fieldId: string): boolean {
  const hash = commentsHash(assignmentId, fieldId)
  return [hash, encodeURI(hash)].includes(window.location.hash.slice(1))
}

/** Returns whether the address of the page opens the comments on any question of a section. */
export const isSectionLinked = (assignmentId: string): boolean =>
  window.location.hash.startsWith(`#${commentsHash(assignmentId, '')}`)
