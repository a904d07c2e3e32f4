import { setTimeout as pause } from 'node:timers/promises'

const TRIES = 8

/**
 * Runs a change again while something else, such as the running portal, holds the lock of the database. A change that
 * did not get the lock has written nothing.
 * @param change all that it writes is one batch
 * @throws what the change threw last
 */
export async function retryWhileBusy<T>(change: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await change()
    } catch (error) {
      if (tries === TRIES || !/SQLITE_BUSY|database is locked/i.test(String(error))) throw error
      await pause(Math.min(1000, 10 * 2 ** tries) * (0.5 + Math.random()))
    }
  }
}
