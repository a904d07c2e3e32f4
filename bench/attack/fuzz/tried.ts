import type { Operation } from '../document.ts'
import type { Firm } from '../firms.ts'

/** What came of some requests: how many there were, and what gave way. */
export interface Tried {
  tried: number
  broke: string[]
}

/** The token of who may call an operation. */
export const callerOf = (firm: Firm, { access }: Operation): string =>
  access === 'public' ? '' : access === 'client' ? firm.one.client.token : firm.bookkeeper.token
