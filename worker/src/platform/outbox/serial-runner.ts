/** Runs a task one at a time. A request that comes while the task runs makes it run once more. */
export class SerialRunner {
  private running: Promise<void> | undefined
  private again = false
  private readonly task: () => Promise<void>

  constructor(task: () => Promise<void>) {
    this.task = task
  }

  /** Resolves when the task has run to its end after this call. Rejects when it failed. */
  run(): Promise<void> {
    this.again = true
    this.running ??= this.loop().finally(() => {
      this.running = undefined
    })
    return this.running
  }

  private async loop(): Promise<void> {
    while (this.again) {
      this.again = false
      await this.task()
    }
  }
}
