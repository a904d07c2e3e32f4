/** Schedules a save. The delay counts from the first unsaved change, so that continuous typing is saved, too. */
export class SaveTimer {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(save: () => void) {
    this.#save = save
  }

  /** Saves after this time, in ms, unless a save is scheduled already. */
  schedule(delayMs: number): void {
    this.#timer ??= setTimeout(this.#save, delayMs)
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
