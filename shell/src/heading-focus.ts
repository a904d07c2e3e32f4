import { pageHeading } from '@portal/kit/ui/focus'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Focuses the heading of a page that the user has navigated to, so that screen readers announce it. */
export function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        // The page or an overlay may have moved the focus itself.
        if (document.activeElement?.closest('main *, dialog, [role=dialog]')) return
        const target = pageHeading() ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      }),
    [router],
  )
}
