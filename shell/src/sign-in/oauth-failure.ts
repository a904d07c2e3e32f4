import { isApiError } from '@portal/sdk'

/** Title and text of a failed sign-in through a provider. */
export interface OAuthFailure {
  title: string
  detail: string
}

const REASONS: Record<string, OAuthFailure> = {
  denied: {
    title: 'Sign In Canceled',
    detail: 'You did not allow the provider to sign you in. Try again, or sign in with your password.',
  },
  state: {
    title: 'Sign In Failed',
    detail: 'This sign-in was not started in this browser, or it took too long. Please try again.',
  },
  unavailable: {
    title: 'Connection Error',
    detail: 'The sign-in provider cannot be reached right now. Please try again later, or sign in with your password.',
  },
}
const REFUSED: OAuthFailure = {
  title: 'Sign In Failed',
  detail: 'We could not accept the response of the sign-in provider. Please try again, or sign in with your password.',
}

/** Returns the text for a reason in the address. The address itself is never shown. */
export const reasonFailure = (reason: string | undefined): OAuthFailure | undefined =>
  reason === undefined ? undefined : ((Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? REFUSED)

/** Returns the text for an error of the portal. */
export function errorFailure(error: unknown): OAuthFailure {
  if (isApiError(error, 'network')) {
    return { title: 'Connection Error', detail: 'Unable to connect to authentication service. Please try again.' }
  }
  if (isApiError(error) && error.code !== 'unknown' && error.code !== 'internal')
    return { title: error.title, detail: error.detail }
  return { title: 'Sign In Failed', detail: 'An unexpected error occurred. Please try again.' }
}
