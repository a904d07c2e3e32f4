import type { Context } from '../../context.ts'
import { limitExceeded } from '../limits/limit-errors.ts'
import { siteOf } from '../net/network-of.ts'

const PERIOD_MS = 60_000

/** Counts a request. @returns whether the limit allows it; a limiter that is missing or fails allows all */
const allows = async (limiter: RateLimit | undefined, key: string): Promise<boolean> =>
  (await limiter?.limit({ key }).catch(() => undefined))?.success ?? true

/**
 * Limits requests without sign-in per network and per site, before they cost a round trip. The counts are approximate,
 * because each location counts for itself. Requests from an unknown network are not limited.
 * @throws AppError `too_many_requests`
 */
export async function limitRequests({ env, network }: Context): Promise<void> {
  if (!network) return
  const site = siteOf(network)
  // What the first limit refuses does not count against the site.
  const allowed = (await allows(env.FLOOD, network)) && (site === network || (await allows(env.FLOOD_SITE, site)))
  if (!allowed) throw limitExceeded('requests', PERIOD_MS)
}
