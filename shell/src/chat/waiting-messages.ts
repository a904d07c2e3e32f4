import type { ChatAbout, ChatAttachment } from '@portal/contract/chat'
import { localStore } from '@portal/sdk'

/**
 * A message that the portal has not accepted yet. Its id becomes the message's id, so sending it
 * twice has one effect.
 */
export interface WaitingMessage {
  id: string
  message: string
  attachments: ChatAttachment[]
  about: ChatAbout | null
  created_at: string
  /** Why the portal refused it; absent while it is waiting. */
  problem?: string | undefined
}

const isWaitingMessage = (value: unknown): value is WaitingMessage =>
  typeof value === 'object' && value !== null && 'id' in value && 'message' in value && 'created_at' in value

const oldestFirst = (a: WaitingMessage, b: WaitingMessage): number =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1

/**
 * Stores the waiting messages of a conversation in this browser, one entry each, so that tabs never
 * overwrite each other's.
 */
export class WaitingMessages {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Returns all of them, oldest first. */
  list(): WaitingMessage[] {
    return localStore
      .keys(this.#prefix)
      .map((key) => localStore.getJson(key))
      .filter(isWaitingMessage)
      .toSorted(oldestFirst)
  }

  put(message: WaitingMessage): void {
    localStore.set(this.#prefix + message.id, JSON.stringify(message))
  }

  remove(id: string): void {
    localStore.remove(this.#prefix + id)
  }

  /** Calls `listener` when another tab has changed them. Returns a cleanup function. */
  onChange(listener: () => void): () => void {
    return localStore.onChange(this.#prefix, listener)
  }
}
