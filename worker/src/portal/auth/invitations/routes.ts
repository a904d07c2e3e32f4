import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { checkInvitation } from './check-invitation.ts'

/** Routes for invited clients. */
export const invitationRoutes = new Hono<AppTypes>()
  .post(
    '/check',
    endpoint({
      id: 'checkInvitation',
      summary: 'Get the recipient of an invitation',
      access: 'public',
      json: A.InvitationToken,
      response: A.Invitation,
      errors: ['invalid_link', 'link_used', 'too_many_requests'],
    }),
    async (c) => c.json(await checkInvitation(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/accept',
    endpoint({
      id: 'acceptInvitation',
      summary: 'Set the password of the invited client',
      access: 'public',
      json: A.AcceptInvitation,
      response: Ok,
      errors: ['password_weak', 'invalid_link', 'email_used_by_bookkeeper', 'account_exists', 'busy'],
    }),
    (c) => okAfter(c, acceptInvitation(c.var.ctx, c.req.valid('json'))),
  )
