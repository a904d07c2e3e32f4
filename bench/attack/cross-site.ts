import type { Attack } from './attack.ts'
import { caches } from './cross-site/caches.ts'
import { overrides } from './cross-site/claims.ts'
import { cookies } from './cross-site/cookies.ts'
import { hosts } from './cross-site/hosts.ts'
import { otherOrigins } from './cross-site/origins.ts'
import { providers } from './cross-site/providers.ts'
import type { Target } from './lib/target.ts'

/** What a page of another site makes a browser send, and what a request claims about itself. */

/** The attacks of this part. */
export async function attackCrossSite(target: Target): Promise<Attack[]> {
  return [
    await cookies(),
    await providers(),
    await overrides(target),
    await otherOrigins(target),
    await caches(),
    await hosts(),
  ]
}
