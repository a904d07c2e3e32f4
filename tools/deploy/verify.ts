import { setTimeout as wait } from 'node:timers/promises'
import { Health } from '@portal/contract/health'
import { StartError } from '../command/start-error.ts'

const POLL_MS = 500

async function checkHealth(url: string): Promise<{ health?: Health; status: string }> {
  try {
    const response = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(10_000) })
    const json: unknown = await response.json()
    const health = Health.safeParse(json)
    if (health.success) return { health: health.data, status: `it serves release ${health.data.versions.release}` }
    return { status: `it answered ${response.status}: ${(json as { detail?: string }).detail ?? 'no health report'}` }
  } catch (error) {
    return { status: `it does not answer (${(error as Error).message})` }
  }
}

/** Returns the release that a portal serves, or undefined if it does not answer. */
export const runningRelease = async (url: string): Promise<string | undefined> =>
  (await checkHealth(url)).health?.versions.release

/**
 * Waits until the portal serves the release. A new version takes some seconds to reach every location.
 * @throws StartError with the last answer when the time is up
 */
export async function awaitRelease(url: string, release: string, timeoutMs: number): Promise<Health> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { health, status } = await checkHealth(url)
    if (health?.versions.release === release) return health
    if (Date.now() > deadline) throw new StartError(`${url} does not serve release ${release}: ${status}.`)
    await wait(POLL_MS)
  }
}
