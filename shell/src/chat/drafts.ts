/** What is being written, per conversation and person, in this browser: a reload and another page lose nothing. */

const keyOf = (userId: string, threadId: string): string => `chat_draft_${userId}_${threadId}`

/** What was being written in a conversation; '' where nothing was. */
export const readDraft = (userId: string, threadId: string): string =>
  localStorage.getItem(keyOf(userId, threadId)) ?? ''

/** Keeps what is being written. */
export function writeDraft(userId: string, threadId: string, text: string): void {
  if (text === '') localStorage.removeItem(keyOf(userId, threadId))
  else localStorage.setItem(keyOf(userId, threadId), text)
}
