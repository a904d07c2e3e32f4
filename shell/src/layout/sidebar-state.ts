import { useCallback, useState } from 'react'
import { readSidebar, SIDEBAR_COOKIE } from './sidebar-cookie.ts'

const WEEK_S = 7 * 24 * 60 * 60

/** Whether the sidebar is expanded, remembered in a cookie for seven days (specification, section 9). */
export function useSidebarState(): [expanded: boolean, toggle: () => void] {
  const [expanded, setExpanded] = useState(() => readSidebar(document.cookie))
  const toggle = useCallback(() => {
    setExpanded((before) => {
      document.cookie = `${SIDEBAR_COOKIE}=${before ? 'collapsed' : 'expanded'}; path=/; max-age=${WEEK_S}; samesite=lax`
      return !before
    })
  }, [])
  return [expanded, toggle]
}
