import { setTimeout as pause } from 'node:timers/promises'

/** Looks again and again until there is something. @throws Error that says what never came */
export async function until<T>(what: string, look: () => Promise<T | undefined>, most = 30_000): Promise<T> {
  const end = Date.now() + most
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    if (Date.now() > end) throw new Error(`${what} did not come`)
    await pause(25)
  }
}
