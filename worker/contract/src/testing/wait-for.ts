import { vi } from 'vitest'

/** Longer than the heartbeat of the dispatcher (30 s), which delivers what a lost notification has delayed. */
const LIMIT_MS = 45_000

/** Waits until a check does not throw. @throws its last error */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 25 })
