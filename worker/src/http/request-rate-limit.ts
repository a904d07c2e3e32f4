import type { Context } from '../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'

const PERIOD_MS = 60_000

/**
 * Limits requests without sign-in per address, before they cost a round trip. The count is approximate, because each
 * location counts for itself. Requests without an address are not limited.
 * @throws AppError `too_many_requests`
 */
export async function limitRequests({ env, ip }: Context): Promise<void> {
  if (!ip || !env.FLOOD) return
  // If the limiter fails, let the request through.
  const { success } = await env.FLOOD.limit({ key: ip }).catch(() => ({ success: true }))
  if (!success) throw limitExceeded('requests', PERIOD_MS)
}
