import { useCallback, useState } from 'react'

const COOKIE = 'sidebar_state'
const WEEK_S = 7 * 24 * 60 * 60

/** Whether the sidebar was left expanded; so it is at first. */
export function readSidebar(cookies: string): boolean {
  return !cookies.split('; ').includes(`${COOKIE}=collapsed`)
}

/** Whether the sidebar is expanded, remembered in a cookie for seven days (specification, section 9). */
export function useSidebarState(): [expanded: boolean, toggle: () => void] {
  const [expanded, setExpanded] = useState(() => readSidebar(document.cookie))
  const toggle = useCallback(() => {
    setExpanded((before) => {
      document.cookie = `${COOKIE}=${before ? 'collapsed' : 'expanded'}; path=/; max-age=${WEEK_S}; samesite=lax`
      return !before
    })
  }, [])
  return [expanded, toggle]
}
