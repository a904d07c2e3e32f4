import { onSessionChange, queryClient, toastInfo } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'

/**
 * Makes the screen follow the session: what was read for one user is never shown to the next, and the guards are asked again
 * when the session ends or changes in another tab. Signing out leads to / in any case.
 */
export function followSession(router: Pick<AnyRouter, 'navigate' | 'invalidate'>): () => void {
  return onSessionChange((_session, change) => {
    if (change === 'refreshed') return
    queryClient.clear()
    if (change === 'signed-out') {
      void router.navigate({ to: '/', search: {} })
      return
    }
    // The sign-in page goes on by itself.
    if (change === 'signed-in') return
    if (change === 'ended') toastInfo('Session Expired', 'Please sign in again.')
    void router.invalidate()
  })
}
