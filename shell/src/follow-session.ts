import { onSessionChange, queryClient, toastInfo } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetWizard } from './client-auth/wizard-state.ts'
import { forgetUserData } from './forget-user-data.ts'

/**
 * Makes the screen follow the session: what was read for one user is never shown to the next, and the guards are asked again
 * when the session ends or changes in another tab. Signing out leads to / in any case.
 */
export function followSession(router: Pick<AnyRouter, 'navigate' | 'invalidate'>): () => void {
  return onSessionChange((session, change) => {
    if (change === 'refreshed') return
    // A setup token in this tab may be somebody else's: the next person could set that person's password with it.
    if (change !== 'ended') forgetWizard()
    if (session) {
      queryClient.clear()
      // The sign-in page goes on by itself.
      if (change !== 'signed-in') void router.invalidate()
      return
    }
    if (change === 'signed-out') forgetUserData()
    if (change === 'ended') toastInfo('Session Expired', 'Please sign in again.')
    const left = change === 'signed-out' ? router.navigate({ to: '/', search: {} }) : router.invalidate()
    // The page is left first: while it stands there, it would read again what was taken away.
    void left.finally(() => queryClient.clear())
  })
}
