import { setTimeout as pause } from 'node:timers/promises'
import { WAIT_LIMIT_MS } from '@portal/contract/testing/wait-limit'

/** Polls until a value is found. @throws Error that names what is missing */
export async function until<T>(
  what: string,
  find: () => Promise<T | undefined>,
  timeoutMs = WAIT_LIMIT_MS,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await find()
    if (value !== undefined) return value
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await pause(25)
  }
}
