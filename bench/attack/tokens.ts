import type { Attack } from './attack.ts'
import type { Target } from './lib/target.ts'
import { clientProofs } from './tokens/clients.ts'
import { secondFactors } from './tokens/factors.ts'
import { forgedTokens } from './tokens/access.ts'
import { refreshTokens, revocation } from './tokens/sessions.ts'
import { tickets } from './tokens/tickets.ts'

/** Tokens, links, codes and tickets: forged, swapped, used twice, used by others, and used after they should have ended. */

/** The attacks of this part. */
export async function attackTokens(target: Target): Promise<Attack[]> {
  return [
    await forgedTokens(target),
    await refreshTokens(),
    await revocation(),
    await clientProofs(),
    await secondFactors(),
    await tickets(),
  ]
}
