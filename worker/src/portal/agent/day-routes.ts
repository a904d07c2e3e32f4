import { EditFollowUp, FollowUpParam, SkipFollowUp } from '@portal/contract/agent'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { editFollowUp, skipFollowUp } from './change-follow-up.ts'

const access = 'bookkeeper'

/** Routes for the planned follow-up of a client on one day. */
export const dayRoutes = new Hono<AppTypes>()
  .put(
    '/clients/:id/days/:day',
    endpoint({
      id: 'editFollowUp',
      summary: 'Edit the text of a planned follow-up',
      access,
      param: FollowUpParam,
      json: EditFollowUp,
      response: Ok,
      errors: ['not_found', 'stale', 'follow_up_sent'],
    }),
    (c) => {
      const { id, day } = c.req.valid('param')
      return okAfter(c, editFollowUp(c.var.ctx, id, day, c.req.valid('json')))
    },
  )
  .delete(
    '/clients/:id/days/:day',
    endpoint({
      id: 'restoreFollowUp',
      summary: "Restore the agent's text of a planned follow-up",
      access,
      param: FollowUpParam,
      response: Ok,
      errors: ['not_found', 'stale', 'follow_up_sent'],
    }),
    (c) => {
      const { id, day } = c.req.valid('param')
      return okAfter(c, editFollowUp(c.var.ctx, id, day, null))
    },
  )
  .put(
    '/clients/:id/days/:day/skip',
    endpoint({
      id: 'skipFollowUp',
      summary: 'Skip or restore a planned follow-up',
      access,
      param: FollowUpParam,
      json: SkipFollowUp,
      response: Ok,
      errors: ['not_found', 'stale', 'follow_up_sent'],
    }),
    (c) => {
      const { id, day } = c.req.valid('param')
      return okAfter(c, skipFollowUp(c.var.ctx, id, day, c.req.valid('json').skipped))
    },
  )
