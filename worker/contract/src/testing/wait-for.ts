import { vi } from 'vitest'
import { WAIT_LIMIT_MS } from './wait-limit.ts'

/** Waits until a check does not throw. @throws its last error */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: WAIT_LIMIT_MS, interval: 25 })
