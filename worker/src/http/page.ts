import type { Context } from 'hono'
import type { AppTypes } from '../endpoint.ts'
import { renderPage } from '../remotes/page.ts'

/**
 * A request that no file of the shell's build and no route answered. Only a navigation gets the shell; a missing script stays
 * a 404, so that it is never taken for one.
 */
export async function servePage(c: Context<AppTypes>): Promise<Response> {
  const { pathname } = new URL(c.req.url)
  const wantsPage = (c.req.header('accept') ?? '').includes('text/html') && !/\.[a-z0-9]+$/i.test(pathname)
  if (!wantsPage) return c.text('not found', 404, { 'cache-control': 'no-store' })
  return c.html(await renderPage(c.var.ctx, pathname), 200, { 'cache-control': 'no-cache' })
}
