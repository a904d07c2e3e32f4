import { UseBrowser } from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { useBrowser } from './use-browser.ts'

/** Route for the link that lets the owner of an account in while strangers keep new browsers waiting. */
export const knownBrowserRoutes = new Hono<AppTypes>().post(
  '/',
  endpoint({
    id: 'useBrowser',
    summary: 'Make this browser known to the account of a mailed link; signs nobody in',
    access: 'public',
    json: UseBrowser,
    response: Ok,
    errors: ['invalid_link', 'too_many_requests'],
  }),
  (c) => okAfter(c, useBrowser(c.var.ctx, c.req.valid('json').token)),
)
