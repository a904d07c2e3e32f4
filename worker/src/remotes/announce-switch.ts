import type { Context } from '../context.ts'
import { log } from '../log.ts'

/**
 * Makes the tabs of all connected users read the registry within seconds. Call it after every change of what the
 * registry returns. Never rejects, because tabs also check the registry every few minutes.
 */
export async function announceSwitch({ env }: Pick<Context, 'env'>): Promise<void> {
  try {
    await env.TAB_HUB.getByName('main').announce()
  } catch (error) {
    log('switch_not_announced', { error: error instanceof Error ? error.name : 'unknown' })
  }
}
