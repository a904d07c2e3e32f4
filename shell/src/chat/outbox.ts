import type { ChatMessage } from '@portal/contract/chat'
import { errorMessage, isApiError, isTemporary, retryDelay } from '@portal/sdk'
import { type WaitingMessage, WaitingMessages } from './waiting-messages.ts'

/** A message on its way: being sent, waiting for the connection, or refused. `problem` says why it waits or was refused. */
export type Outgoing = WaitingMessage & { state: 'sending' | 'waiting' | 'failed' }

export interface OutboxOutlet {
  deliver: (message: WaitingMessage) => Promise<ChatMessage>
  /** Called once the portal has the message, which stays in the outbox until the promise resolves. */
  onSent: (message: ChatMessage) => Promise<void>
  /** Called when the portal refuses a message. */
  onRefused: (problem: string) => void
}

/** Returns whether the same message may get through later. A session that has ended may begin again. */
const mayRetry = (error: unknown): boolean => isTemporary(error) || (isApiError(error) && error.status === 401)

/** Runs the work in one tab at a time. */
const exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator && navigator.locks ? await navigator.locks.request(name, work) : await work()

/** Sends the messages of one conversation, oldest first, and keeps them in the browser until the portal has acknowledged them. */
export class Outbox {
  readonly #key: string
  readonly #outlet: OutboxOutlet
  readonly #stored: WaitingMessages
  readonly #listeners = new Set<() => void>()
  #messages: readonly Outgoing[] = []
  #running = false
  #closed = false
  #wake: (() => void) | undefined
  #failedTries = 0
  /** The error of the last try, as long as nothing has got through since. */
  #lost: unknown

  constructor(key: string, outlet: OutboxOutlet) {
    this.#key = key
    this.#outlet = outlet
    this.#stored = new WaitingMessages(`${key}_`)
    this.#refresh()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly messages = (): readonly Outgoing[] => this.#messages

  #refresh(): void {
    const lost = this.#lost
    const unsent = lost === undefined ? 'sending' : 'waiting'
    const reason = isApiError(lost, 'too_many_requests') ? lost.detail : undefined
    this.#messages = this.#stored
      .list()
      .map((m) => (m.problem === undefined ? { ...m, state: unsent, problem: reason } : { ...m, state: 'failed' }))
    for (const listener of this.#listeners) listener()
  }

  /** Sends a message after those that wait. */
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
    this.#wake?.()
    void this.#run()
  }

  /** Sends what waits here and what other tabs add. Returns a cleanup function. */
  open(): () => void {
    this.#closed = false
    this.#refresh()
    const unlisten = this.#stored.onChange(() => {
      this.#refresh()
      // The other tab may be closed before its message is sent.
      void this.#run()
    })
    void this.#run()
    return () => {
      unlisten()
      this.#closed = true
      this.#wake?.()
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
      // Other tabs get their turn during the pause.
      if (delay !== undefined) await this.#pause(delay)
    }
    this.#running = false
  }

  /** Sends all, or up to the first that does not get through. Returns the milliseconds to wait before the next try. */
  async #sendAll(): Promise<number | undefined> {
    for (let next = this.#next(); next; next = this.#next()) {
      try {
        await this.#outlet.onSent(await this.#outlet.deliver(next))
        this.#stored.remove(next.id)
        this.#lost = undefined
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
    this.#outlet.onRefused(problem)
  }

  #delayAfter(error: unknown): number {
    this.#lost = error
    this.#refresh()
    return retryDelay(this.#failedTries++, error)
  }

  #pause(ms: number): Promise<void> {
    if (this.#closed) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
