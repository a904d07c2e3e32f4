import type { ChatAbout, ChatAttachment, ChatMessage } from '@portal/contract/chat'
import { isApiError } from '@portal/sdk'

/** A message of one's own that the portal has not acknowledged. Its id is the message's: sent twice, it is one. */
export interface Outgoing {
  id: string
  message: string
  attachments: ChatAttachment[]
  about: ChatAbout | null
  created_at: string
  state: 'sending' | 'failed'
  /** Why it was refused; absent where the connection was lost, and it goes again by itself. */
  problem?: string | undefined
}

export interface OutboxOutlet {
  deliver: (message: Outgoing) => Promise<ChatMessage>
  /** The message is there; it stands among those on their way until this is done. */
  onSent: (message: ChatMessage) => Promise<void>
  /** A message could not be sent; called once for a lost connection, however many messages wait. */
  onFailed: (problem: string | undefined) => void
}

const TRIES = 3
const FIRST_DELAY_MS = 1000

const isOutgoing = (value: unknown): value is Outgoing => typeof value === 'object' && value !== null && 'id' in value && 'message' in value

function stored(key: string): Outgoing[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter(isOutgoing) : []
  } catch {
    return []
  }
}

/** Whether another try may succeed: the connection, or the portal, is away for the moment. */
const isPassing = (error: unknown): boolean => !isApiError(error) || error.status === 0 || error.status === 429 || error.status >= 500

/**
 * What is on its way in one conversation. One after the other, so that nothing overtakes; kept in the browser until it is
 * acknowledged, so that a reload loses nothing.
 */
export class Outbox {
  readonly #key: string
  readonly #outlet: OutboxOutlet
  readonly #listeners = new Set<() => void>()
  #messages: readonly Outgoing[]
  #running = false
  #closed = false
  #wake: (() => void) | undefined
  /** That the connection is lost has been told, and nothing has got through since. */
  #told = false

  constructor(key: string, outlet: OutboxOutlet) {
    this.#key = key
    this.#outlet = outlet
    // Whatever an earlier visit has left goes on.
    this.#messages = stored(key).map((m) => (m.problem === undefined ? { ...m, state: 'sending' } : m))
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly messages = (): readonly Outgoing[] => this.#messages

  #set(messages: readonly Outgoing[]): void {
    this.#messages = messages
    if (messages.length === 0) localStorage.removeItem(this.#key)
    else localStorage.setItem(this.#key, JSON.stringify(messages))
    for (const listener of this.#listeners) listener()
  }

  #change(which: (message: Outgoing) => boolean, change: Partial<Outgoing>): void {
    this.#set(this.#messages.map((m) => (which(m) ? { ...m, ...change } : m)))
  }

  /** Sends a message behind those that wait. */
  add(message: Omit<Outgoing, 'state'>): void {
    // Behind one that waits for the connection there is no getting past.
    const waits = this.#messages.some((m) => m.state === 'failed' && m.problem === undefined)
    this.#set([...this.#messages, { ...message, state: 'sending' }])
    if (waits) this.resume()
    else void this.start()
  }

  /** Sends a failed message again, and with it all that wait for the connection, in their order. */
  retry(id: string): void {
    this.#change((m) => m.id === id, { problem: undefined })
    this.resume()
  }

  /** Gives a failed message up. */
  drop(id: string): void {
    this.#set(this.#messages.filter((m) => m.id !== id || m.state === 'sending'))
  }

  /** The connection is back: what it has kept from going goes. */
  resume(): void {
    this.#change((m) => m.state === 'failed' && m.problem === undefined, { state: 'sending' })
    this.#wake?.()
    void this.start()
  }

  /** Nobody looks any more; what is left is taken up by the next visit. */
  close(): void {
    this.#closed = true
    this.#wake?.()
  }

  /** Sends what waits, one after the other. */
  async start(): Promise<void> {
    this.#closed = false
    if (this.#running) return
    this.#running = true
    try {
      for (let next = this.#next(); next && !this.#closed; next = this.#next()) await this.#send(next)
    } finally {
      this.#running = false
    }
  }

  #next(): Outgoing | undefined {
    return this.#messages.find((m) => m.state === 'sending')
  }

  async #send(message: Outgoing): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const sent = await this.#outlet.deliver(message)
        await this.#outlet.onSent(sent)
        this.#set(this.#messages.filter((m) => m.id !== message.id))
        this.#told = false
        return
      } catch (error) {
        if (this.#closed) return
        if (!isPassing(error)) {
          const problem = isApiError(error) ? (error.errors[0]?.message ?? error.detail) : 'Failed to send message'
          this.#change((m) => m.id === message.id, { state: 'failed', problem })
          this.#outlet.onFailed(problem)
          return
        }
        const asked = isApiError(error) ? error.retryAfter : undefined
        if (tries >= TRIES || !navigator.onLine) {
          // All behind it wait as well: they must not overtake it.
          this.#change((m) => m.state === 'sending', { state: 'failed' })
          const problem = isApiError(error, 'too_many_requests') ? error.detail : undefined
          if (problem || !this.#told) this.#outlet.onFailed(problem)
          this.#told ||= !problem
          return
        }
        await this.#pause(asked === undefined ? FIRST_DELAY_MS * 2 ** (tries - 1) : asked * 1000)
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
