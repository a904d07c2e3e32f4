import {
  AgentAssignmentParam,
  ClientFollowUps,
  EditFollowUp,
  FollowUpParam,
  FollowUpsPage,
  FollowUpsQuery,
  PauseAssignment,
  SetAgentMode,
  SkipFollowUp,
} from '@portal/contract/agent'
import { IdParam, Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { editFollowUp, skipFollowUp } from './change-follow-up.ts'
import { getClientFollowUps } from './get-client-follow-ups.ts'
import { listFollowUps } from './list-follow-ups.ts'
import { changeAssignmentFollowUps } from './change-assignment-follow-ups.ts'
import { changeClientFollowUps } from './change-client-follow-ups.ts'

const access = 'bookkeeper'
const OK = { ok: true as const }

/** Routes of the agent and its follow-ups. */
export const followUpsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listFollowUps',
      summary: 'List planned or sent follow-ups',
      access,
      query: FollowUpsQuery,
      response: FollowUpsPage,
    }),
    async (c) => c.json(await listFollowUps(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/clients/:id',
    endpoint({
      id: 'getClientFollowUps',
      summary: 'Get the follow-ups of a client',
      access,
      param: IdParam,
      response: ClientFollowUps,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClientFollowUps(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/clients/:id',
    endpoint({
      id: 'changeClientFollowUps',
      summary: 'Turn the agent on or off for a client, or pause it',
      access,
      param: IdParam,
      json: SetAgentMode,
      response: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await changeClientFollowUps(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json(OK)
    },
  )
  .put(
    '/clients/:id/workforms/:workformId',
    endpoint({
      id: 'changeAssignmentFollowUps',
      summary: 'Pause or resume follow-ups about an assignment',
      access,
      param: AgentAssignmentParam,
      json: PauseAssignment,
      response: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, workformId } = c.req.valid('param')
      await changeAssignmentFollowUps(c.var.ctx, id, workformId, c.req.valid('json').paused)
      return c.json(OK)
    },
  )
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
    async (c) => {
      const { id, day } = c.req.valid('param')
      await editFollowUp(c.var.ctx, id, day, c.req.valid('json'))
      return c.json(OK)
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
    async (c) => {
      const { id, day } = c.req.valid('param')
      await editFollowUp(c.var.ctx, id, day, null)
      return c.json(OK)
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
    async (c) => {
      const { id, day } = c.req.valid('param')
      await skipFollowUp(c.var.ctx, id, day, c.req.valid('json').skipped)
      return c.json(OK)
    },
  )
