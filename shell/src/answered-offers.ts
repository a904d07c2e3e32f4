import { currentSession } from '@portal/sdk'

/** What the portal offers each person once in a browser. */
type Offer = 'passkey' | 'push'

const keyOf = (offer: Offer): string => `portal.${offer}-offered.${currentSession()?.user.id ?? ''}`

/** Returns whether the signed-in user has not answered an offer in this browser yet. */
export function isNewOffer(offer: Offer): boolean {
  try {
    return localStorage.getItem(keyOf(offer)) === null
  } catch {
    // Storage is blocked: the offer would return every time.
    return false
  }
}

/** Remembers that the signed-in user has answered an offer. */
export function rememberOffer(offer: Offer): void {
  try {
    localStorage.setItem(keyOf(offer), '1')
  } catch {
    // At worst, the offer is made again.
  }
}
