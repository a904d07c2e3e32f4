import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName } from './cookie-name.ts'

/** Cookies of the versions of remotes that a browser previews: one per remote, so that several teams can share them. */

/** Returns the beginning of their names. */
export const previewPrefix = (c: Context): string => cookieName(c, 'Host', 'remote_preview_')

// Lax, because a previewed page may be opened from a mail or a chat.
export const PREVIEW_COOKIE = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/** Ends all previews of the browser. */
export function clearPreviewCookies(c: Context): void {
  for (const name of Object.keys(getCookie(c)))
    if (name.startsWith(previewPrefix(c))) setCookie(c, name, '', { ...PREVIEW_COOKIE, maxAge: 0 })
}
