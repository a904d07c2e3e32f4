import { pageHeading } from '@portal/kit/ui/focus'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Focuses the heading of a page that the user has navigated to, so that screen readers announce it.
 * @param bySearch whether pages differ in their search parameters
 */
export function useHeadingFocus(bySearch = false): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, hrefChanged }) => {
        if (!fromLocation || !(bySearch ? hrefChanged : pathChanged)) return
        // The page or an overlay may have moved the focus itself.
        if (document.activeElement?.closest('main *, dialog, [role=dialog]')) return
        const target = pageHeading() ?? document.getElementById('main')
        target?.focus({ preventScroll: true })
      }),
    [router, bySearch],
  )
}
