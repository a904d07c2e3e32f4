import { setTimeout as pause } from 'node:timers/promises'

/** Polls until a value is found. The limit is that of `waitFor`. @throws Error that names what is missing */
export async function until<T>(what: string, find: () => Promise<T | undefined>, timeoutMs = 45_000): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await find()
    if (value !== undefined) return value
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await pause(25)
  }
}
