import { isSessionKept, onSessionChange, queryClient, toastInfo } from '@portal/sdk'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetWizard } from './client-auth/wizard-state.ts'
import { rememberRole } from './install/last-role.ts'
import { forgetUserData } from './forget-user-data.ts'
import { unsubscribeBrowser } from './push/browser.ts'

/**
 * Makes the screen follow the session: cached data never reaches the next user, and the guards run
 * again when the session ends or changes in another tab. Signing out opens `/`.
 */
export function followSession(router: Pick<AnyRouter, 'navigate' | 'invalidate'>): () => void {
  let isGuest = false
  return onSessionChange((session, change) => {
    const wasGuest = isGuest
    isGuest = session?.guest !== undefined
    if (change === 'refreshed') return
    // A guest session begins and ends in its tab only: everything else is about the session of the browser. Its page
    // says that it has ended.
    if (isGuest || (wasGuest && !session)) {
      // The page changes without navigating. Later, this would cancel what it loads next.
      queryClient.clear()
      void router.invalidate()
      return
    }
    // A setup token in this tab may belong to someone else, whose password the next user could set with it.
    if (change !== 'ended') forgetWizard()
    if (session) {
      rememberRole(session.user.role)
      if (!isSessionKept())
        toastInfo(
          'You will not stay signed in',
          'This browser blocks cookies. You will have to sign in again after a reload, and after 15 minutes.',
        )
      queryClient.clear()
      // The sign-in page navigates by itself.
      if (change !== 'signed-in') void router.invalidate()
      return
    }
    void unsubscribeBrowser().catch(() => undefined)
    if (change === 'signed-out') forgetUserData()
    if (change === 'ended') toastInfo('Session Expired', 'Please sign in again.')
    const left = change === 'signed-out' ? router.navigate({ to: '/', search: {} }) : router.invalidate()
    // Clear after leaving the page, which would otherwise load the data again.
    void left.finally(() => queryClient.clear())
  })
}
