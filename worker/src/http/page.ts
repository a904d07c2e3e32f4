import type { OAuthProviders } from '@portal/contract/oauth'
import type { Context } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { providersOf } from '../auth/oauth/providers.ts'
import { limitRequests } from './request-rate-limit.ts'
import { inert } from '../remotes/render-shell.ts'
import { renderPage } from '../remotes/render-page.ts'
import { previewsOf } from '../remotes/preview-pages.ts'

/** Where no page is: a missing script must stay missing, and never be taken for one. */
const NO_PAGE = /^\/(?:assets|remotes|dev)(?:\/|$)|\.[a-z0-9]+$/i
/** What a browser says that it wants where it wants no page. */
const PARTS: readonly string[] = ['script', 'style', 'image', 'font', 'worker', 'manifest', 'audio', 'video']

/** Whether a request is for a page. Link scanners, chat previews and monitors accept anything. */
export function wantsPage(path: string, accept: string | undefined, destination: string | undefined): boolean {
  return (
    !NO_PAGE.test(path) &&
    !PARTS.includes(destination ?? '') &&
    /(?:^|[\s,])(?:text\/html|text\/\*|\*\/\*)/i.test(accept ?? '*/*')
  )
}

/** Answers a request that no file of the shell's build and no route has answered: with a page, or 404. */
export async function servePage(c: Context<AppTypes>): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  if (!wantsPage(pathname, c.req.header('accept'), c.req.header('sec-fetch-dest')))
    return c.text('not found', 404, { 'cache-control': 'no-store' })
  await limitRequests(c.var.ctx)
  // The sign-in page is complete at once: it need not ask how people get in.
  const { settings } = c.var.ctx
  const ways: OAuthProviders = { providers: providersOf(settings), sign_up: settings.SIGN_UP }
  const waysIn = `<script type="application/json" id="ways-in">${inert(ways)}</script>`
  const vitals = `<script type="application/json" id="vitals">${inert({ release: settings.RELEASE, sample: settings.VITALS_SAMPLE })}</script>`
  const previews = previewsOf(c)
  const { html, found } = await renderPage(c.var.ctx, pathname, previews)
  return c.html(
    html.replace('</head>', () => `${waysIn}${vitals}</head>`),
    found ? 200 : 404,
    // What only this browser may see stays nowhere.
    { 'cache-control': previews.length > 0 ? 'no-store' : 'no-cache' },
  )
}
