import type { Context } from 'hono'
import type { AppTypes } from '../../endpoint.ts'

/** Redirects from the portal to the same path at the operator origin. */
export function toOperatorPage(c: Context<AppTypes>): Response {
  const { pathname, search } = new URL(c.req.url)
  return c.redirect(c.var.ctx.operatorOrigin + pathname + search)
}
