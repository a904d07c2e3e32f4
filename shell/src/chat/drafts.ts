/**
 * Unsent text per user and conversation, stored in this browser so that a reload or another page
 * loses nothing.
 */

const keyOf = (userId: string, threadId: string): string => `chat_draft_${userId}_${threadId}`

/** Returns the unsent text of a conversation, or ''. */
export const readDraft = (userId: string, threadId: string): string =>
  localStorage.getItem(keyOf(userId, threadId)) ?? ''

/** Stores the unsent text of a conversation. */
export function writeDraft(userId: string, threadId: string, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(userId, threadId))
  else localStorage.setItem(keyOf(userId, threadId), text)
}
