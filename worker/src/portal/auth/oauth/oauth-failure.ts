/**
 * Why a sign-in through a provider failed. It is a query parameter of the sign-in page, which has the texts: `denied`
 * (the user refused at the provider), `state` (not started in this browser, or too long ago), `refused` (invalid
 * response of the provider), `unavailable` (no response).
 */
export type OAuthFailureReason = 'denied' | 'state' | 'refused' | 'unavailable'

/** A failed sign-in through a provider. `cause` is for the log. */
export class OAuthFailure extends Error {
  readonly reason: OAuthFailureReason

  constructor(reason: OAuthFailureReason, cause?: unknown) {
    super(`oauth ${reason}`, { cause })
    this.reason = reason
  }
}

export const isOAuthFailure = (error: unknown): error is OAuthFailure => error instanceof OAuthFailure
