import { draftStorage } from '../drafts/draft-storage.tsx'

const storageOf = (clientId: string) => draftStorage(`chat-text.${clientId}`)

/** Proposes the text of a message to a client. It appears in the composer of that conversation. */
export const proposeText = (clientId: string, text: string): void => storageOf(clientId).save({ text })

/** Returns the proposed text of a message to a client, once. */
export function takeProposedText(clientId: string): string | undefined {
  const storage = storageOf(clientId)
  const text = storage.read()?.['text']
  storage.clear()
  return typeof text === 'string' && text !== '' ? text : undefined
}
