import { useFailureToast } from '@portal/sdk'

/** Shows a toast, once per error, when data cannot be loaded. */
export function useLoadFailureToast(error: unknown, title: string): void {
  useFailureToast(error, title, { signIn: 'Please sign in to view clients' })
}
