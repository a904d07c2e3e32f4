import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import { cookieName } from '../http/cookie-name.ts'
import type { AppTypes } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { openPreview, previewStart } from './preview.ts'
import type { Preview } from './registry.ts'

/** One cookie a remote, so that two teams' previews can be looked at together. */
const prefixOf = (c: Context): string => cookieName(c, 'Host', 'remote_preview_')
// Lax: links come from mails and chats, and the page after the redirect must have it already.
const OPTIONS = { httpOnly: true, secure: true, sameSite: 'Lax', path: '/' } as const

/** The previews that this browser may see. */
export const previewsOf = (c: Context<AppTypes>): Preview[] =>
  Object.entries(getCookie(c)).flatMap(([name, value]) =>
    name.startsWith(prefixOf(c)) ? (openPreview(c.var.ctx, value) ?? []) : [],
  )

const Query = z.object({ token: z.string().max(500) })
const KEEP_NOTHING = { 'cache-control': 'no-store' }

/** The way into a preview, and the way out. */
export const previewPages = new Hono<AppTypes>()
  .get('/preview', async (c) => {
    const token = Query.safeParse(c.req.query()).data?.token ?? ''
    const preview = openPreview(c.var.ctx, token)
    if (!preview)
      return c.text('This preview link is not valid, or no longer. Ask the team for a new one.', 410, KEEP_NOTHING)
    const start = await previewStart(c.var.ctx, preview).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    })
    if (!start) return c.text('This version is there no more.', 410, KEEP_NOTHING)
    const seconds = preview.expires - Math.floor(c.var.ctx.now.getTime() / 1000)
    setCookie(c, `${prefixOf(c)}${preview.name}`, token, { ...OPTIONS, maxAge: seconds })
    c.header('cache-control', 'no-store')
    return c.redirect(start, 303)
  })
  .get('/preview/end', (c) => {
    for (const name of Object.keys(getCookie(c)))
      if (name.startsWith(prefixOf(c))) setCookie(c, name, '', { ...OPTIONS, maxAge: 0 })
    c.header('cache-control', 'no-store')
    return c.redirect('/', 303)
  })
