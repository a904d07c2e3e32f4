import { currentSession, localStore } from '@portal/sdk'

/** What the portal offers each person once in a browser. */
type Offer = 'passkey' | 'push'

const keyOf = (offer: Offer): string => `portal.${offer}-offered.${currentSession()?.user.id ?? ''}`

/** Returns whether the signed-in user has not answered an offer in this browser yet. */
export function isNewOffer(offer: Offer): boolean {
  return localStore.get(keyOf(offer)) === null
}

/** Remembers that the signed-in user has answered an offer. */
export function rememberOffer(offer: Offer): void {
  localStore.set(keyOf(offer), '1')
}
