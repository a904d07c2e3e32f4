import type { DraftState } from './draft-state.ts'

/** Holds the state of a draft and notifies listeners when it changes. */
export class DraftStore {
  readonly #listeners = new Set<() => void>()
  #state: DraftState

  constructor(state: DraftState) {
    this.#state = state
  }

  /** Calls `listener` after each change. Returns a cleanup function. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): DraftState => this.#state

  protected get closed(): boolean {
    return this.#state.status === 'closed'
  }

  protected update(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
