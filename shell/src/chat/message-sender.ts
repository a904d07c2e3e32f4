import type { ChatMessage } from '@portal/contract/chat'
import { errorMessage, exclusively, isApiError, isTemporary, retryDelay } from '@portal/sdk'
import { type WaitingMessage, WaitingMessages } from './waiting-messages.ts'

/** A message that is being sent, waits for the connection, or was refused. `problem` is the reason. */
export type Outgoing = WaitingMessage & { state: 'sending' | 'waiting' | 'failed' }

export interface MessageHandlers {
  deliver: (message: WaitingMessage) => Promise<ChatMessage>
  /** Called when the portal has accepted a message, which stays stored until the promise resolves. */
  onSent: (message: ChatMessage) => Promise<void>
  /** Called when the portal has refused a message. */
  onRefused: (problem: string) => void
}

/** Returns whether the same message may succeed later, for example after signing in again. */
const mayRetry = (error: unknown): boolean => isTemporary(error) || (isApiError(error) && error.status === 401)

/**
 * Sends the messages of one conversation, oldest first. Keeps them in the browser until the portal
 * has accepted them.
 */
export class MessageSender {
  readonly #key: string
  readonly #handlers: MessageHandlers
  readonly #stored: WaitingMessages
  readonly #listeners = new Set<() => void>()
  #messages: readonly Outgoing[] = []
  #running = false
  #closed = false
  #endPause: (() => void) | undefined
  #failedTries = 0
  /** The error of the last try, until one succeeds. */
  #lastError: unknown

  constructor(key: string, handlers: MessageHandlers) {
    this.#key = key
    this.#handlers = handlers
    this.#stored = new WaitingMessages(`${key}_`)
    this.#refresh()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly messages = (): readonly Outgoing[] => this.#messages

  #refresh(): void {
    const error = this.#lastError
    const unsent = error === undefined ? 'sending' : 'waiting'
    const reason = isApiError(error, 'too_many_requests') ? error.detail : undefined
    this.#messages = this.#stored
      .list()
      .map((m) => (m.problem === undefined ? { ...m, state: unsent, problem: reason } : { ...m, state: 'failed' }))
    for (const listener of this.#listeners) listener()
  }

  /** Sends a message after those that are waiting. */
  add(message: WaitingMessage): void {
    this.#stored.put(message)
    this.#refresh()
    this.resume()
  }

  /** Sends a refused message again. */
  retry(id: string): void {
    const message = this.#stored.list().find((m) => m.id === id)
    if (message) this.#stored.put({ ...message, problem: undefined })
    this.#refresh()
    this.resume()
  }

  /** Discards a message that is not being sent. */
  drop(id: string): void {
    if (this.#messages.some((m) => m.id === id && m.state !== 'sending')) this.#stored.remove(id)
    this.#refresh()
  }

  /** Tries again now, without waiting for the next retry. */
  resume(): void {
    this.#failedTries = 0
    this.#endPause?.()
    void this.#run()
  }

  /** Sends waiting messages, also those that other tabs add. Returns a cleanup function. */
  open(): () => void {
    this.#closed = false
    this.#refresh()
    const unlisten = this.#stored.onChange(() => {
      this.#refresh()
      // The other tab may be closed before it has sent its message.
      void this.#run()
    })
    void this.#run()
    return () => {
      unlisten()
      this.#closed = true
      this.#endPause?.()
    }
  }

  #next(): WaitingMessage | undefined {
    return this.#closed ? undefined : this.#stored.list().find((m) => m.problem === undefined)
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    while (this.#next()) {
      const delay = await exclusively(this.#key, () => this.#sendAll())
      // Other tabs can send during the pause.
      if (delay !== undefined) await this.#pause(delay)
    }
    this.#running = false
  }

  /** Sends all messages, or those before the first failure. Returns the delay before the next attempt, in ms. */
  async #sendAll(): Promise<number | undefined> {
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        await this.#handlers.onSent(await this.#handlers.deliver(next))
        this.#stored.remove(next.id)
        this.#lastError = undefined
        this.#failedTries = 0
      } catch (error) {
        if (mayRetry(error)) return this.#delayAfter(error)
        this.#refuse(next, errorMessage(error, 'Failed to send message'))
      }
      this.#refresh()
    }
    return undefined
  }

  #refuse(message: WaitingMessage, problem: string): void {
    this.#stored.put({ ...message, problem })
    this.#handlers.onRefused(problem)
  }

  #delayAfter(error: unknown): number {
    this.#lastError = error
    this.#refresh()
    return retryDelay(this.#failedTries++, error)
  }

  #pause(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
