import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { cookieName } from './cookie-name.ts'

/** Cookies of the versions of remotes that a browser previews: one per remote, so that several teams can share them. */

/** Returns the beginning of their names, whose prefix keeps scripts from setting them: that would start a preview. */
export const previewPrefix = (c: Context): string => cookieName(c, 'Host-Http', 'remote_preview_')

// Lax, because a previewed page may be opened from a mail or a chat.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const
/** How long a cookie outlives its preview, in seconds, so that the next page knows that there was one. */
const KEPT_FOR_S = 30 * 24 * 60 * 60

/** Sets the cookie of a preview that ends in a number of seconds. */
export function setPreviewCookie(c: Context, name: string, token: string, seconds: number): void {
  setCookie(c, name, token, { ...OPTIONS, maxAge: seconds + KEPT_FOR_S })
}

/** Returns the preview cookies that the browser sent, by name. */
export const previewCookies = (c: Context): [name: string, token: string][] =>
  Object.entries(getCookie(c)).filter(([name]) => name.startsWith(previewPrefix(c)))

/** Deletes preview cookies. */
export function deletePreviewCookies(c: Context, names: readonly string[]): void {
  for (const name of names) setCookie(c, name, '', { ...OPTIONS, maxAge: 0 })
}
