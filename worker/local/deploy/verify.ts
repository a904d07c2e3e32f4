import { setTimeout as wait } from 'node:timers/promises'
import { Health } from '@portal/contract/health'
import { StartError } from '../sqld.ts'

const EVERY_MS = 500

async function look(url: string): Promise<{ health?: Health; saw: string }> {
  try {
    const response = await fetch(new URL('/api/health', url), { signal: AbortSignal.timeout(10_000) })
    const json: unknown = await response.json()
    const health = Health.safeParse(json)
    if (health.success) return { health: health.data, saw: `release ${health.data.versions.release} answers` }
    return { saw: `it answers ${response.status}: ${(json as { detail?: string }).detail ?? 'no health'}` }
  } catch (error) {
    return { saw: `no answer (${(error as Error).message})` }
  }
}

/** The release that a portal runs; undefined where it does not answer. */
export const runningRelease = async (url: string): Promise<string | undefined> =>
  (await look(url)).health?.versions.release

/**
 * Waits until the portal answers with the release and can serve. A new version takes some seconds to reach every location.
 * @throws StartError that tells what was seen last
 */
export async function awaitRelease(url: string, release: string, patienceMs: number): Promise<Health> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { health, saw } = await look(url)
    if (health?.versions.release === release) return health
    if (Date.now() > until) throw new StartError(`${url} does not serve release ${release}: ${saw}.`)
    await wait(EVERY_MS)
  }
}
