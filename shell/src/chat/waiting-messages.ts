import type { ChatAbout, ChatAttachment } from '@portal/contract/chat'

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

function parse(text: string | null): WaitingMessage[] {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isWaitingMessage(value) ? [value] : []
  } catch {
    return []
  }
}

const oldestFirst = (a: WaitingMessage, b: WaitingMessage): number =>
  a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1

/**
 * Stores the waiting messages of a conversation in local storage, one entry each, so that tabs
 * never overwrite each other's.
 */
export class WaitingMessages {
  readonly #prefix: string
  /** Messages that did not fit into local storage. */
  readonly #unsaved = new Map<string, WaitingMessage>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Returns all of them, oldest first. */
  list(): WaitingMessage[] {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.#prefix))
    return [...keys.flatMap((key) => parse(localStorage.getItem(key))), ...this.#unsaved.values()].toSorted(oldestFirst)
  }

  put(message: WaitingMessage): void {
    try {
      localStorage.setItem(this.#prefix + message.id, JSON.stringify(message))
      this.#unsaved.delete(message.id)
    } catch {
      this.#unsaved.set(message.id, message)
    }
  }

  remove(id: string): void {
    localStorage.removeItem(this.#prefix + id)
    this.#unsaved.delete(id)
  }

  /** Calls `listener` when another tab has changed them. Returns a cleanup function. */
  onChange(listener: () => void): () => void {
    const onStorage = ({ key }: StorageEvent): void => {
      if (key === null || key.startsWith(this.#prefix)) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }
}
