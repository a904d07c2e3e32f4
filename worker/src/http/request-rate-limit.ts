import type { Context } from '../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'

const PERIOD_MS = 60_000

/**
 * Sheds a flood of requests that need no sign-in from one address, before they cost a round trip. Counted where the request arrives, so
 * roughly; where no address is known, nothing is counted.
 * @throws AppError `too_many_requests`
 */
export async function limitRequests({ env, ip }: Context): Promise<void> {
  if (!ip || !env.FLOOD) return
  // Where it cannot be counted nobody is turned away.
  const { success } = await env.FLOOD.limit({ key: ip }).catch(() => ({ success: true }))
  if (!success) throw limitExceeded('requests', PERIOD_MS)
}
