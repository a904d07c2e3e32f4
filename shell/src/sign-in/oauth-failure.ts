import { isApiError } from '@portal/sdk'

/** What is said of a way through a provider that did not lead in. */
export interface OAuthFailure {
  title: string
  detail: string
}

const REASONS: Record<string, OAuthFailure> = {
  denied: {
    title: 'Sign In Cancelled',
    detail: 'You did not let the provider tell us who you are. Try again, or sign in with your password.',
  },
  state: {
    title: 'Sign In Failed',
    detail: 'This sign-in was not begun in this browser, or it took too long. Please try again.',
  },
  unavailable: {
    title: 'Connection Error',
    detail: 'The sign-in provider cannot be reached right now. Please try again later, or sign in with your password.',
  },
}
const REFUSED: OAuthFailure = {
  title: 'Sign In Failed',
  detail: 'The sign-in provider gave an answer that we cannot accept. Please try again, or sign in with your password.',
}

/** The words for a reason in the address; nothing of what the address says is shown itself. */
export const reasonFailure = (reason: string | undefined): OAuthFailure | undefined =>
  reason === undefined ? undefined : ((Object.hasOwn(REASONS, reason) ? REASONS[reason] : undefined) ?? REFUSED)

/** The words for an error of the portal itself. */
export function errorFailure(error: unknown): OAuthFailure {
  if (isApiError(error, 'network')) {
    return { title: 'Connection Error', detail: 'Unable to connect to authentication service. Please try again.' }
  }
  if (isApiError(error) && error.code !== 'unknown' && error.code !== 'internal')
    return { title: error.title, detail: error.detail }
  return { title: 'Sign In Failed', detail: 'An unexpected error occurred. Please try again.' }
}
