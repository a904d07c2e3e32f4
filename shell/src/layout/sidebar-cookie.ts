export const SIDEBAR_COOKIE = 'sidebar_state'

/** Whether the sidebar was left expanded; so it is at first. */
export function readSidebar(cookies: string): boolean {
  return !cookies.split('; ').includes(`${SIDEBAR_COOKIE}=collapsed`)
}
