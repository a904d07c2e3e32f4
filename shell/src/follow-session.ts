import { onSessionChange, queryClient, toastInfo } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetWizard } from './client-auth/wizard-state.ts'
import { forgetUserData } from './forget-user-data.ts'

/**
 * Makes the screen follow the session: cached data never reaches the next user, and the guards run
 * again when the session ends or changes in another tab. Signing out opens `/`.
 */
export function followSession(router: Pick<AnyRouter, 'navigate' | 'invalidate'>): () => void {
  return onSessionChange((session, change) => {
    if (change === 'refreshed') return
    // A setup token in this tab may belong to someone else, whose password the next user could set with it.
    if (change !== 'ended') forgetWizard()
    if (session) {
      queryClient.clear()
      // The sign-in page navigates by itself.
      if (change !== 'signed-in') void router.invalidate()
      return
    }
    if (change === 'signed-out') forgetUserData()
    if (change === 'ended') toastInfo('Session Expired', 'Please sign in again.')
    const left = change === 'signed-out' ? router.navigate({ to: '/', search: {} }) : router.invalidate()
    // Clear after leaving the page, which would otherwise load the data again.
    void left.finally(() => queryClient.clear())
  })
}
