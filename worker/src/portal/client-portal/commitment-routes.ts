import { SetCommitment } from '@portal/contract/commitments'
import { IdParam, Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { setCommitment, withdrawCommitment } from './set-commitment.ts'

/** Routes with which clients promise to send a workform by a day. */
export const commitmentRoutes = new Hono<AppTypes>()
  .put(
    '/workforms/:id/commitment',
    endpoint({
      id: 'setCommitment',
      summary: 'Promise to send a workform by a day',
      access: 'client',
      param: IdParam,
      json: SetCommitment,
      response: Ok,
      errors: ['not_found', 'archived', 'section_locked', 'too_many_requests'],
    }),
    (c) => okAfter(c, setCommitment(c.var.ctx, c.req.valid('param').id, c.req.valid('json').day)),
  )
  .delete(
    '/workforms/:id/commitment',
    endpoint({
      id: 'withdrawCommitment',
      summary: 'Withdraw the promise to send a workform',
      access: 'client',
      param: IdParam,
      response: Ok,
      errors: ['not_found', 'archived', 'section_locked', 'stale', 'too_many_requests'],
    }),
    (c) => okAfter(c, withdrawCommitment(c.var.ctx, c.req.valid('param').id)),
  )
