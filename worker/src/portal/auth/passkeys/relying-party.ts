import { createHash } from 'node:crypto'
import type { Context } from '../../../context.ts'

/**
 * Returns the portal as authenticators know it. Origin and RP ID come from the configured address, so that a passkey
 * works only there, not on a site that looks like it. Browsers accept host names only, no IP addresses.
 */
export const relyingParty = ({ origin }: Pick<Context, 'origin'>) => ({
  name: 'Client Portal',
  id: new URL(origin).hostname,
  origin: new URL(origin).origin,
})

/** How long browsers wait for the user, in milliseconds. */
export const CEREMONY_TIMEOUT_MS = 5 * 60_000

/** COSE numbers of the accepted algorithms, preferred first: ES256, EdDSA, RS256. */
export const ALGORITHMS = [-7, -8, -257]

/** Returns the id under which authenticators store the passkeys of a user. It contains no personal data. */
export const userHandle = (userId: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`passkey:${userId}`).digest())
