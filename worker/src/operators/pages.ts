import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../endpoint.ts'
import { limitRequests } from '../http/request-rate-limit.ts'
import { inert } from '../remotes/render-shell.ts'

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
    { 'cache-control': 'no-cache' },
  )
}

/**
 * Answers requests for pages at the origin of operators. The only one is the operator page: remotes, their files and
 * previews are served at the portal's origin only, so that no code of a remote runs where operators sign in.
 */
export const operatorPages = createMiddleware<AppTypes>(async (c, next) => {
  if (c.var.ctx.site === 'portal' || c.req.path.startsWith('/api/')) return next()
  if (c.req.path === '/') return c.redirect(PATH)
  const isPage = c.req.path === PATH && (c.req.method === 'GET' || c.req.method === 'HEAD')
  return isPage ? serveOperatorPage(c) : c.text('not found', 404, { 'cache-control': 'no-store' })
})

/** Redirects from the portal to the operator page. */
export const toOperatorPage = (c: Context<AppTypes>): Response =>
  c.redirect(`${c.var.ctx.operatorOrigin}${PATH}${new URL(c.req.url).search}`)
