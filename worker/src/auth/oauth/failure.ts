/**
 * Why somebody comes back from a provider without having come in. It travels in the address of the sign-in page, which has the words
 * for it: `denied` (they said no there), `state` (this browser did not ask, or it took too long), `refused` (the provider's answer does
 * not hold), `unavailable` (no answer).
 */
export type OAuthFailureReason = 'denied' | 'state' | 'refused' | 'unavailable'

/** A way through a provider that ends. `cause` is for the log. */
export class OAuthFailure extends Error {
  readonly reason: OAuthFailureReason

  constructor(reason: OAuthFailureReason, cause?: unknown) {
    super(`oauth ${reason}`, { cause })
    this.reason = reason
  }
}
