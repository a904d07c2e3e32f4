import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { clearSessionCookies, ownPagesOnly } from '../../auth/sessions/cookies.ts'
import { cohortOf } from '../../auth/sessions/cohort.ts'
import { deletePreviewCookies, previewCookies, previewPrefix, setPreviewCookie } from '../../http/preview-cookies.ts'
import type { AppTypes } from '../../endpoint.ts'
import { AppError, isAppError } from '../../errors.ts'
import { limitRequests } from '../../http/request-rate-limit.ts'
import { contentSecurityPolicy } from '../../http/security.ts'
import { openOverride, type Override } from './local-remote.ts'
import { confirmationPage, endedPage, leavingPage, type Offered, refusalPage } from './preview-confirmation.ts'
import { openPreview, previewStart } from './preview.ts'
import { type Preview, previewed, type Reader } from './registry.ts'
import { toOperatorPage } from './to-operator-page.ts'

/** A cookie of a preview, and what it grants until its time is over. */
interface Held {
  cookie: string
  preview?: Preview | undefined
  override?: Override | undefined
}

const heldBy = (c: Context<AppTypes>): Held[] =>
  previewCookies(c).map(([cookie, token]) =>
    cookie.startsWith(localPrefixOf(c))
      ? { cookie, override: openOverride(c.var.ctx, token) }
      : { cookie, preview: openPreview(c.var.ctx, token) },
  )

/** Returns the previews that this browser has access to. */
export const previewsOf = (c: Context<AppTypes>): Preview[] => heldBy(c).flatMap(({ preview }) => preview ?? [])

const localPrefixOf = (c: Context): string => `${previewPrefix(c)}local_`

/** Returns what decides which versions the browser sees. */
export const readerOf = (c: Context<AppTypes>): Reader => ({
  previews: previewsOf(c),
  overrides: heldBy(c).flatMap(({ override }) => override ?? []),
  cohort: cohortOf(c),
})

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
  const held = heldBy(c)
  // A script that fetches a page must not use this up.
  const isScript = SCRIPT_MODES.includes(c.req.header('sec-fetch-mode') ?? '')
  if (held.length === 0 || isScript) return undefined
  const previews = held.flatMap(({ preview }) => preview ?? [])
  // Without a database, pages show what they last knew.
  const running = await previewed(c.var.ctx.db, previews).catch(() => previews)
  const isRunning = ({ preview, override }: Held): boolean =>
    override !== undefined || running.some(({ name, version }) => name === preview?.name && version === preview.version)
  const ended = held.filter((each) => !isRunning(each)).map(({ cookie }) => cookie)
  if (ended.length === 0) return undefined
  forgetStorage(c, ended)
  return c.html(endedPage(), 200, NO_STORE)
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
    return preview ? [{ ...preview, token, until: new Date(preview.expires) }] : []
  })
  await limitRequests(c.var.ctx)
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

/** Asks, at the operator origin, whether to start what a link offers. Its form is sent to the portal. */
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
