import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import { cohortOf } from '../auth/sessions/cohort.ts'
import { cookieName } from '../http/cookie-name.ts'
import type { AppTypes } from '../endpoint.ts'
import { isAppError } from '../errors.ts'
import { openOverride, type Override } from './local-remote.ts'
import { openPreview, previewStart } from './preview.ts'
import type { Preview, Reader } from './registry.ts'

/** Previews have one cookie per remote, so that those of several teams can be viewed together. */
const prefixOf = (c: Context): string => cookieName(c, 'Host', 'remote_preview_')
// Lax, because links come from mails and chats, and the page after the redirect needs the cookie.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/** Returns the previews that this browser has access to. */
export const previewsOf = (c: Context<AppTypes>): Preview[] =>
  Object.entries(getCookie(c)).flatMap(([name, value]) =>
    name.startsWith(prefixOf(c)) ? (openPreview(c.var.ctx, value) ?? []) : [],
  )

/** The prefix lets `/preview/end` end these, too. */
const localPrefixOf = (c: Context): string => `${prefixOf(c)}local_`

/** Returns the remotes that this browser loads from its own machine. */
const overridesOf = (c: Context<AppTypes>): Override[] =>
  Object.entries(getCookie(c)).flatMap(([name, value]) =>
    name.startsWith(localPrefixOf(c)) ? (openOverride(c.var.ctx, value) ?? []) : [],
  )

/** Returns what decides which versions the browser sees. */
export const readerOf = (c: Context<AppTypes>): Reader => ({
  previews: previewsOf(c),
  overrides: overridesOf(c),
  cohort: cohortOf(c),
})

const Query = z.object({ token: z.string().max(3000) })
/** Maximum number of remotes in one link. */
const MAX_PREVIEWS = 20
const Tokens = z.array(z.string().max(500)).min(1).max(MAX_PREVIEWS)
const NO_STORE = { 'cache-control': 'no-store' }

/**
 * Pages that start and end a preview, or the use of a remote on the machine of the browser. The link of a preview can
 * have several tokens, each for a remote.
 */
export const previewPages = new Hono<AppTypes>()
  .get('/preview', async (c) => {
    const tokens = Tokens.safeParse(c.req.queries('token')).data ?? []
    const previews = tokens.flatMap((token) => {
      const preview = openPreview(c.var.ctx, token)
      return preview ? [{ ...preview, token }] : []
    })
    const [first] = previews
    if (!first || previews.length < tokens.length)
      return c.text('This preview link is invalid or has expired. Ask the team for a new one.', 410, NO_STORE)
    const start = await previewStart(c.var.ctx, previews).catch((error: unknown) => {
      if (isAppError(error, 'not_found')) return undefined
      throw error
    })
    if (!start) return c.text('This version no longer exists.', 410, NO_STORE)
    for (const { name, expires, token } of previews) {
      const maxAge = expires - Math.floor(c.var.ctx.now.getTime() / 1000)
      setCookie(c, `${prefixOf(c)}${name}`, token, { ...OPTIONS, maxAge })
    }
    c.header('cache-control', 'no-store')
    return c.redirect(start, 303)
  })
  .get('/local', (c) => {
    const token = Query.safeParse(c.req.query()).data?.token ?? ''
    const override = openOverride(c.var.ctx, token)
    if (!override) return c.text('This link is invalid or has expired. Create a new one.', 410, NO_STORE)
    const maxAge = Math.floor((override.expires - c.var.ctx.now.getTime()) / 1000)
    setCookie(c, `${localPrefixOf(c)}${override.name}`, token, { ...OPTIONS, maxAge })
    c.header('cache-control', 'no-store')
    return c.redirect(override.routes[0] ?? '/', 303)
  })
  .get('/preview/end', (c) => {
    for (const name of Object.keys(getCookie(c)))
      if (name.startsWith(prefixOf(c))) setCookie(c, name, '', { ...OPTIONS, maxAge: 0 })
    c.header('cache-control', 'no-store')
    return c.redirect('/', 303)
  })
