import { IdParam, Ok } from '@portal/contract/common'
import { CreatedGuestLink, NewGuestLink, OwnGuestLink } from '@portal/contract/guests'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { makeGuestLink } from './make-guest-link.ts'
import { endOwnGuestLink, getOwnGuestLink } from './own-guest-link.ts'

/** Routes with which a client lets another browser answer a question. */
export const guestLinkRoutes = new Hono<AppTypes>()
  .post(
    '/sections/:id/guest-links',
    endpoint({
      id: 'makeGuestLink',
      summary: 'Make a link with which another browser answers one question',
      access: 'client',
      param: IdParam,
      json: NewGuestLink,
      status: 201,
      response: CreatedGuestLink,
      errors: ['not_found', 'archived', 'section_locked'],
    }),
    async (c) => c.json(await makeGuestLink(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 201),
  )
  .get(
    '/guest-links/:id',
    endpoint({
      id: 'getOwnGuestLink',
      summary: 'Get whether a guest link works and was opened',
      access: 'client',
      param: IdParam,
      response: OwnGuestLink,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getOwnGuestLink(c.var.ctx, c.req.valid('param').id)),
  )
  .delete(
    '/guest-links/:id',
    endpoint({
      id: 'endGuestLink',
      summary: 'End a guest link, at once for the browser that uses it',
      access: 'client',
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, endOwnGuestLink(c.var.ctx, c.req.valid('param').id)),
  )
