import { useCallback, useState } from 'react'
import { readSidebar, SIDEBAR_COOKIE } from './sidebar-cookie.ts'

const WEEK_S = 7 * 24 * 60 * 60

/** Returns whether the sidebar is expanded, stored in a cookie for seven days. */
export function useSidebarState(): [expanded: boolean, toggle: () => void] {
  const [expanded, setExpanded] = useState(() => readSidebar(document.cookie))
  const toggle = useCallback(() => {
    setExpanded((before) => {
      const state = before ? 'collapsed' : 'expanded'
      document.cookie = `${SIDEBAR_COOKIE}=${state}; path=/; max-age=${WEEK_S}; samesite=lax`
      return !before
    })
  }, [])
  return [expanded, toggle]
}
