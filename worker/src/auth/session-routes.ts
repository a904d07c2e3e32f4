import { Session } from '@portal/contract/auth'
import { IdParam, Ok } from '@portal/contract/common'
import { OwnRecords, OwnSessions, SwitchRecord } from '@portal/contract/sessions'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { endOtherSessions, endSession } from './end-sessions.ts'
import { listSessions } from './list-sessions.ts'
import { listRecords, switchRecord } from './records.ts'

const OK = { ok: true } as const

/** Where somebody is signed in. */
export const sessionRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ summary: 'Where the account is signed in', access: 'user', answer: OwnSessions }), async (c) =>
    c.json(await listSessions(c.var.ctx)),
  )
  .post(
    '/end-others',
    endpoint({ summary: 'Sign out everywhere else; open tabs there end at once', access: 'user', answer: Ok }),
    async (c) => {
      await endOtherSessions(c.var.ctx)
      return c.json(OK)
    },
  )
  .delete(
    '/:id',
    endpoint({
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

/** The bookkeepers of a client who has several. */
export const recordRoutes = new Hono<AppTypes>()
  .get('/', endpoint({ summary: 'The bookkeepers whose client one is', access: 'client', answer: OwnRecords }), async (c) =>
    c.json(await listRecords(c.var.ctx)),
  )
  .post(
    '/switch',
    endpoint({
      summary: 'Move the session to the record at another bookkeeper; remembered at the next sign-in',
      access: 'client',
      json: SwitchRecord,
      answer: Session,
      errors: ['not_found'],
    }),
    async (c) => c.json(await switchRecord(c.var.ctx, c.req.valid('json').client_id)),
  )
