/** Runs a piece of work once at a time; a kick that comes while it runs makes it run once more. */
export class Pump {
  private running: Promise<void> | undefined
  private again = false
  private readonly work: () => Promise<void>

  constructor(work: () => Promise<void>) {
    this.work = work
  }

  /** Resolves when the work has run to its end after this kick. Rejects when it failed. */
  kick(): Promise<void> {
    this.again = true
    this.running ??= this.run().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async run(): Promise<void> {
    while (this.again) {
      this.again = false
      await this.work()
    }
  }
}
