import { Session } from '@portal/contract/auth'
import { GuestLink, GuestToken } from '@portal/contract/guests'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { getGuestLink } from './find-guest-link.ts'
import { openGuestLink } from './open-guest-link.ts'

/** Routes for the browser that opens a guest link. The token is in the body, so that it is in no log. */
export const guestRoutes = new Hono<AppTypes>()
  .post(
    '/look-up',
    endpoint({
      id: 'getGuestLink',
      summary: 'Get what a guest link is for; changes nothing',
      access: 'public',
      json: GuestToken,
      response: GuestLink,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await getGuestLink(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/open',
    endpoint({
      id: 'openGuestLink',
      summary: 'Open or renew a guest session, in the browser that uses the link first',
      access: 'public',
      json: GuestToken,
      response: Session,
      errors: ['forbidden', 'invalid_link', 'too_many_requests', 'busy'],
    }),
    async (c) => c.json(await openGuestLink(c.var.ctx, c.req.valid('json').token)),
  )
