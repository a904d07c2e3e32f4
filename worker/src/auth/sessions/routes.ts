import { IdParam, Ok } from '@portal/contract/common'
import { OwnSessions } from '@portal/contract/sessions'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'

const OK = { ok: true } as const

/** Where somebody is signed in. */
export const sessionRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ id: 'listSessions', summary: 'Where the account is signed in', access: 'user', answer: OwnSessions }),
    async (c) => c.json(await listSessions(c.var.ctx)),
  )
  .post(
    '/end-others',
    endpoint({
      id: 'endOtherSessions',
      summary: 'Sign out everywhere else; open tabs there end at once',
      access: 'user',
      answer: Ok,
    }),
    async (c) => {
      await endOtherSessions(c.var.ctx)
      return c.json(OK)
    },
  )
  .delete(
    '/:id',
    endpoint({
      id: 'endSession',
      summary: 'Sign out of one session; its open tabs end at once',
      access: 'user',
      param: IdParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await endSession(c.var.ctx, c.req.valid('param').id)
      return c.json(OK)
    },
  )
