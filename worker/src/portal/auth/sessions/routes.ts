import { IdParam, Ok } from '@portal/contract/common'
import { OwnSessions } from '@portal/contract/sessions'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { listSessions } from './list-sessions.ts'

/** Routes for the sessions of the signed-in user. */
export const sessionRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listSessions',
      summary: 'List the sessions of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: OwnSessions,
    }),
    async (c) => c.json(await listSessions(c.var.ctx)),
  )
  .post(
    '/end-others',
    endpoint({
      id: 'endOtherSessions',
      summary: 'End all other sessions of the signed-in user; their open tabs are signed out at once',
      access: 'user',
      links: 'allowed',
      response: Ok,
    }),
    (c) => okAfter(c, endOtherSessions(c.var.ctx)),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'endSession',
      summary: 'End one session of the signed-in user; its open tabs are signed out at once',
      access: 'user',
      links: 'allowed',
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, endSession(c.var.ctx, c.req.valid('param').id)),
  )
