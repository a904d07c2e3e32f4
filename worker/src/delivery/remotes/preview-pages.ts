import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { clearSessionCookies, ownPagesOnly } from '../../portal/auth/sessions/cookies.ts'
import { cohortOf } from '../../portal/auth/sessions/cohort.ts'
import {
  deletePreviewCookies,
  previewCookies,
  previewPrefix,
  setPreviewCookie,
} from '../../platform/http/preview-cookies.ts'
import type { AppTypes } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import { contentSecurityPolicy } from '../../platform/http/security.ts'
import { confirmationPage, endedPage, leavingPage, refusalPage } from './preview-confirmation.ts'
import { openPreview, type Preview, TOKEN_MAX } from './preview-token.ts'
import { type Reader, runningPreviews } from './registry.ts'
import { toOperatorPage } from './to-operator-page.ts'

/** Returns the previews that this browser has access to, with their cookies. */
export const previewsOf = (c: Context<AppTypes>): (Preview & { cookie: string })[] =>
  previewCookies(c).flatMap(([cookie, token]) => {
    const preview = openPreview(c.var.ctx, token)
    return preview ? [{ ...preview, cookie }] : []
  })

/** Returns what decides which versions the browser sees. */
export const readerOf = (c: Context<AppTypes>): Reader => ({ previews: previewsOf(c), cohort: cohortOf(c) })

/** Removes what unpublished code may have left in the browser. Its scripts could have written anything there. */
function forgetStorage(c: Context<AppTypes>, ended: readonly string[]): void {
  deletePreviewCookies(c, ended)
  // The session in storage is removed, too.
  clearSessionCookies(c)
  c.header('clear-site-data', '"storage"')
}

/** Values of Sec-Fetch-Mode for requests of scripts. */
const SCRIPT_MODES: readonly string[] = ['cors', 'no-cors', 'same-origin']

/**
 * Responds to the first page after previews have ended, because their time is over or a version had to leave: removes
 * what they have left, and says so. Returns undefined if none has ended.
 */
export async function endedPreviews(c: Context<AppTypes>): Promise<Response | undefined> {
  const cookies = previewCookies(c).map(([cookie]) => cookie)
  // A script that fetches a page must not use this up.
  const isScript = SCRIPT_MODES.includes(c.req.header('sec-fetch-mode') ?? '')
  if (cookies.length === 0 || isScript) return undefined
  const previews = previewsOf(c)
  // Without a database, pages show what they last knew.
  const running: typeof previews = await runningPreviews(c.var.ctx.db, previews).catch(() => previews)
  const ended = cookies.filter((cookie) => !running.some((preview) => preview.cookie === cookie))
  if (ended.length === 0) return undefined
  forgetStorage(c, ended)
  return c.html(endedPage(), 200, NO_STORE)
}

/** Maximum number of remotes in one link. */
const MAX_PREVIEWS = 20
const Tokens = z.array(z.string().max(TOKEN_MAX)).min(1).max(MAX_PREVIEWS)
const NO_STORE = { 'cache-control': 'no-store' }

/** Returns what a link offers to preview, or why it is of no use. */
async function offersOf(c: Context<AppTypes>) {
  const { ctx } = c.var
  const tokens = Tokens.safeParse(c.req.queries('token')).data ?? []
  const previews = tokens.flatMap((token) => {
    const preview = openPreview(ctx, token)
    return preview ? [{ ...preview, token }] : []
  })
  await limitRequests(ctx)
  if (previews.length === 0 || previews.length < tokens.length)
    return 'This preview link is invalid or has expired. Ask the team for a new one.'
  const running = await runningPreviews(ctx.db, previews)
  return running.length < previews.length ? 'This preview has ended, or its version no longer exists.' : running
}

/** Responds that a link is of no use, and why. */
const useless = (c: Context<AppTypes>, reason: string) => c.html(refusalPage(reason, c.var.ctx.origin), 410, NO_STORE)

/** Asks, at the operator origin, whether to start what a link offers. Its form is sent to the portal. */
async function ask(c: Context<AppTypes>): Promise<Response> {
  const offers = await offersOf(c)
  if (typeof offers === 'string') return useless(c, offers)
  const { origin } = c.var.ctx
  const { pathname, search } = new URL(c.req.url)
  return c.html(confirmationPage(offers, origin, origin + pathname + search), 200, {
    ...NO_STORE,
    'content-security-policy': contentSecurityPolicy([], origin),
    // Otherwise the portal would not learn which page has sent the form.
    'referrer-policy': 'strict-origin',
  })
}

/** The questions that links ask, by path. */
export const previewQuestions = { '/remotes/preview': ask } as const

/**
 * Requires the form of a question. Code of a remote, which has the origin of the portal, must not confirm a link: it
 * would run on after a rollback.
 */
const fromQuestion = createMiddleware<AppTypes>(async (c, next) => {
  if (c.req.header('origin') !== c.var.ctx.operatorOrigin)
    throw new AppError('forbidden', { detail: 'Open the link, and confirm it on its page.' })
  await next()
})

/** Starts what a link offers, with the first page of its first remote. */
async function begin(c: Context<AppTypes>): Promise<Response> {
  const offers = await offersOf(c)
  if (typeof offers === 'string') return useless(c, offers)
  const { now } = c.var.ctx
  for (const { name, token, expires } of offers)
    setPreviewCookie(c, `${previewPrefix(c)}${name}`, token, Math.floor((expires - now.getTime()) / 1000))
  c.header('cache-control', 'no-store')
  return c.redirect(offers[0]?.place.routes[0] ?? '/', 303)
}

const toPortal = (c: Context): Response => {
  c.header('cache-control', 'no-store')
  return c.redirect('/', 303)
}

/**
 * Routes that start and end previews. A link only asks, because any site can have it; the form of its page starts or
 * ends the preview. A link can have several tokens, each for a remote.
 */
export const previewPages = new Hono<AppTypes>()
  .get('/preview', toOperatorPage)
  .post('/preview', fromQuestion, (c) => begin(c))
  .get('/preview/end', (c) => (previewCookies(c).length > 0 ? c.html(leavingPage(), 200, NO_STORE) : toPortal(c)))
  .post('/preview/end', ownPagesOnly, (c) => {
    // Without a preview there is nothing to remove, and a client may have unsent answers.
    const names = previewCookies(c).map(([name]) => name)
    if (names.length > 0) forgetStorage(c, names)
    return toPortal(c)
  })
