import type { Context } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { providersOf } from '../auth/oauth/providers.ts'
import { shedFlood } from './flood.ts'
import { inert } from '../remotes/html.ts'
import { renderPage } from '../remotes/page.ts'
import { previewsOf } from '../remotes/preview-pages.ts'

/**
 * A request that no file of the shell's build and no route answered. Only a navigation gets the shell; a missing script stays
 * a 404, so that it is never taken for one.
 */
export async function servePage(c: Context<AppTypes>): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  const wantsPage = (c.req.header('accept') ?? '').includes('text/html') && !/\.[a-z0-9]+$/i.test(pathname)
  if (!wantsPage) return c.text('not found', 404, { 'cache-control': 'no-store' })
  await shedFlood(c.var.ctx)
  // The sign-in page stands complete at once: it need not ask which providers there are.
  const { settings } = c.var.ctx
  const providers = `<script type="application/json" id="providers">${inert(providersOf(settings))}</script>`
  const vitals = `<script type="application/json" id="vitals">${inert({ release: settings.RELEASE, sample: settings.VITALS_SAMPLE })}</script>`
  const previews = previewsOf(c)
  const html = await renderPage(c.var.ctx, pathname, previews)
  return c.html(
    html.replace('</head>', () => `${providers}${vitals}</head>`),
    200,
    // What only this browser may see stays nowhere.
    { 'cache-control': previews.length > 0 ? 'no-store' : 'no-cache' },
  )
}
