import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'
import { limitRequests } from '../platform/http/request-rate-limit.ts'
import { previewQuestions } from './remotes/preview-pages.ts'
import { inert } from './remotes/render-shell.ts'

/** The path of the operator page. */
const PATH = '/remotes'

/** The operator page, cached because it is deployed together with the worker. */
let template: string | undefined

async function readTemplate({ env, origin }: AppTypes['Variables']['ctx']): Promise<string> {
  const page = await env.ASSETS.fetch(new URL('/operators.html', origin))
  if (!page.ok) throw new Error(`operators.html: ${page.status}`)
  return page.text()
}

async function serveOperatorPage(c: Context<AppTypes>): Promise<Response> {
  const { ctx } = c.var
  await limitRequests(ctx)
  template ??= await readTemplate(ctx)
  const portal = `<script type="application/json" id="portal-origin">${inert(ctx.origin)}</script>`
  return c.html(
    template.replace('</head>', () => `${portal}</head>`),
    200,
    // The page stores nothing. Removes service workers of a portal that had this address before.
    { 'cache-control': 'no-cache', 'clear-site-data': '"storage"' },
  )
}

/** The pages at the operator origin. */
const PAGES: Record<string, (c: Context<AppTypes>) => Response | Promise<Response>> = {
  '/': (c) => c.redirect(PATH),
  [PATH]: serveOperatorPage,
  ...previewQuestions,
}

/**
 * Answers requests for pages at the operator origin: the operator page, and the questions of preview links. Remotes
 * and previews themselves are served at the portal's origin only, so that no code of a remote runs where operators sign
 * in.
 */
export const operatorPages = createMiddleware<AppTypes>(async (c, next) => {
  const { path, method } = c.req
  if (c.var.ctx.site === 'portal' || path.startsWith('/api/')) return next()
  const page = method === 'GET' || method === 'HEAD' ? PAGES[path] : undefined
  return page ? page(c) : c.text('not found', 404, { 'cache-control': 'no-store' })
})
