export const SIDEBAR_COOKIE = 'sidebar_state'

/** Returns whether the sidebar is expanded, which is the default. */
export function readSidebar(cookies: string): boolean {
  return !cookies.split('; ').includes(`${SIDEBAR_COOKIE}=collapsed`)
}
