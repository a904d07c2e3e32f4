import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { clearSessionCookies, ownPagesOnly } from '../auth/sessions/cookies.ts'
import { cohortOf } from '../auth/sessions/cohort.ts'
import { deletePreviewCookies, previewCookies, previewPrefix, setPreviewCookie } from '../http/preview-cookies.ts'
import type { AppTypes } from '../endpoint.ts'
import { AppError, isAppError } from '../errors.ts'
import { contentSecurityPolicy } from '../http/security.ts'
import { openOverride, type Override } from './local-remote.ts'
import { confirmationPage, leavingPage, type Offered, refusalPage } from './preview-confirmation.ts'
import { openPreview, previewStart } from './preview.ts'
import { type Preview, previewed, type Reader } from './registry.ts'
import { toOperatorPage } from './to-operator-page.ts'

/** Returns the previews that this browser has access to. */
export const previewsOf = (c: Context<AppTypes>): Preview[] =>
  previewCookies(c).flatMap(([, token]) => openPreview(c.var.ctx, token) ?? [])

const localPrefixOf = (c: Context): string => `${previewPrefix(c)}local_`

/** Returns the remotes that this browser loads from its own machine. */
const overridesOf = (c: Context<AppTypes>): Override[] =>
  previewCookies(c).flatMap(([name, token]) =>
    name.startsWith(localPrefixOf(c)) ? (openOverride(c.var.ctx, token) ?? []) : [],
  )

/** Returns what decides which versions the browser sees. */
export const readerOf = (c: Context<AppTypes>): Reader => ({
  previews: previewsOf(c),
  overrides: overridesOf(c),
  cohort: cohortOf(c),
})

/** Removes what unpublished code may have left in the browser. Its scripts could have written anything there. */
function forgetStorage(c: Context<AppTypes>, ended: readonly string[]): void {
  deletePreviewCookies(c, ended)
  // The session in storage is removed, too.
  clearSessionCookies(c)
  c.header('clear-site-data', '"storage"')
}

/** Returns whether a preview goes on: its time is not over, and nobody has ended it. */
function isRunning(
  c: Context<AppTypes>,
  name: string,
  token: string,
  running: readonly Pick<Preview, 'name' | 'version'>[],
): boolean {
  if (name.startsWith(localPrefixOf(c))) return openOverride(c.var.ctx, token) !== undefined
  const preview = openPreview(c.var.ctx, token)
  return running.some((each) => each.name === preview?.name && each.version === preview.version)
}

/** Removes what previews have left that have ended. @returns whether there were any */
export async function forgetEndedPreviews(c: Context<AppTypes>): Promise<boolean> {
  const cookies = previewCookies(c)
  if (cookies.length === 0) return false
  const previews = previewsOf(c)
  // Without a database, pages show what they last knew.
  const running = await previewed(c.var.ctx, previews).catch(() => previews)
  const ended = cookies.flatMap(([name, token]) => (isRunning(c, name, token, running) ? [] : name))
  if (ended.length > 0) forgetStorage(c, ended)
  return ended.length > 0
}

/** Maximum number of remotes in one link. */
const MAX_PREVIEWS = 20
const Tokens = z.array(z.string().max(3000)).min(1).max(MAX_PREVIEWS)
const NO_STORE = { 'cache-control': 'no-store' }

/** What a link offers to preview. */
interface Offer {
  offered: Offered[]
  /** The first page of the preview. */
  start: string
  /** The cookies that start it, with their ends. */
  cookies: { name: string; token: string; until: Date }[]
}

const tokensOf = (c: Context): string[] => Tokens.safeParse(c.req.queries('token')).data ?? []

/** Returns what a preview link offers, or why it is of no use. */
async function offerOfPreview(c: Context<AppTypes>): Promise<Offer | string> {
  const tokens = tokensOf(c)
  const previews = tokens.flatMap((token) => {
    const preview = openPreview(c.var.ctx, token)
    return preview ? [{ ...preview, token, until: new Date(preview.expires * 1000) }] : []
  })
  if (previews.length === 0 || previews.length < tokens.length)
    return 'This preview link is invalid or has expired. Ask the team for a new one.'
  const start = await previewStart(c.var.ctx, previews).catch((error: unknown) => {
    if (isAppError(error, 'not_found')) return undefined
    throw error
  })
  if (!start) return 'This preview has ended, or its version no longer exists.'
  return {
    start,
    offered: previews.map(({ name, version, until }) => ({ name, what: version, until })),
    cookies: previews.map(({ name, token, until }) => ({ name: `${previewPrefix(c)}${name}`, token, until })),
  }
}

/** Returns what a link to a remote on the machine of the browser offers, or why it is of no use. */
function offerOfLocal(c: Context<AppTypes>): Offer | string {
  const [token = ''] = tokensOf(c)
  const override = openOverride(c.var.ctx, token)
  if (!override) return 'This link is invalid or has expired. Create a new one.'
  const { name, origin, routes, expires } = override
  const until = new Date(expires)
  return {
    start: routes[0] ?? '/',
    offered: [{ name, what: `from ${origin}`, until }],
    cookies: [{ name: `${localPrefixOf(c)}${name}`, token, until }],
  }
}

/** Responds that a link is of no use, and why. */
const useless = (c: Context<AppTypes>, reason: string) => c.html(refusalPage(reason, c.var.ctx.origin), 410, NO_STORE)

/** Asks, at the origin of operators, whether to start what a link offers. Its form is sent to the portal. */
function ask(c: Context<AppTypes>, offer: Offer | string): Response | Promise<Response> {
  if (typeof offer === 'string') return useless(c, offer)
  const { origin } = c.var.ctx
  const { pathname, search } = new URL(c.req.url)
  return c.html(confirmationPage(offer.offered, origin, origin + pathname + search), 200, {
    ...NO_STORE,
    'content-security-policy': contentSecurityPolicy([], origin),
    // Otherwise the portal would not learn which page has sent the form.
    'referrer-policy': 'strict-origin',
  })
}

/** The questions that links ask, by path. */
export const previewQuestions = {
  '/remotes/preview': async (c: Context<AppTypes>) => ask(c, await offerOfPreview(c)),
  '/remotes/local': (c: Context<AppTypes>) => ask(c, offerOfLocal(c)),
} as const

/**
 * Requires the form of a question. Code of a remote, which has the origin of the portal, must not confirm a link: it
 * would run on after a rollback.
 */
const fromQuestion = createMiddleware<AppTypes>(async (c, next) => {
  if (c.req.header('origin') !== c.var.ctx.operatorOrigin)
    throw new AppError('forbidden', { detail: 'Open the link, and confirm it on its page.' })
  await next()
})

async function begin(c: Context<AppTypes>, offer: Offer | string): Promise<Response> {
  if (typeof offer === 'string') return useless(c, offer)
  for (const { name, token, until } of offer.cookies)
    setPreviewCookie(c, name, token, Math.floor((until.getTime() - c.var.ctx.now.getTime()) / 1000))
  c.header('cache-control', 'no-store')
  return c.redirect(offer.start, 303)
}

const toPortal = (c: Context): Response => {
  c.header('cache-control', 'no-store')
  return c.redirect('/', 303)
}

/**
 * Routes that start and end a preview, or the use of a remote on the machine of the browser. A link only asks, because
 * any site can have it; the form of its page starts or ends the preview. The link of a preview can have several tokens,
 * each for a remote.
 */
export const previewPages = new Hono<AppTypes>()
  .get('/preview', toOperatorPage)
  .post('/preview', fromQuestion, async (c) => begin(c, await offerOfPreview(c)))
  .get('/local', toOperatorPage)
  .post('/local', fromQuestion, (c) => begin(c, offerOfLocal(c)))
  .get('/preview/end', (c) => (previewCookies(c).length > 0 ? c.html(leavingPage(), 200, NO_STORE) : toPortal(c)))
  .post('/preview/end', ownPagesOnly, (c) => {
    // Without a preview there is nothing to remove, and a client may have unsent answers.
    const names = previewCookies(c).map(([name]) => name)
    if (names.length > 0) forgetStorage(c, names)
    return toPortal(c)
  })
