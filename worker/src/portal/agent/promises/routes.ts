import { AcceptedPromise, AcceptPromise, LatestPromise, UndoPromise } from '@portal/contract/promises'
import { IdParam, Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { acceptPromise, undoPromise } from './accept-promise.ts'
import { getPromise } from './get-promise.ts'

const access = 'bookkeeper'

/** Routes for the dates in clients' messages. */
export const promiseRoutes = new Hono<AppTypes>()
  .get(
    '/clients/:id/promise',
    endpoint({
      id: 'getPromise',
      summary: 'Get the date in the latest messages of a client, to offer it as a preference',
      access,
      param: IdParam,
      response: LatestPromise,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getPromise(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/clients/:id/promise',
    endpoint({
      id: 'acceptPromise',
      summary: 'Send no reminders to a client before the date in a message',
      access,
      param: IdParam,
      json: AcceptPromise,
      response: AcceptedPromise,
      errors: ['not_found'],
    }),
    async (c) => c.json(await acceptPromise(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/clients/:id/promise/undo',
    endpoint({
      id: 'undoPromise',
      summary: 'Undo the preference that was set by a message',
      access,
      param: IdParam,
      json: UndoPromise,
      response: Ok,
      errors: ['not_found', 'stale'],
    }),
    (c) => okAfter(c, undoPromise(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
