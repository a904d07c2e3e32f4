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

/** The agent that follows up on the bookkeeper's clients. */
export const followUpsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listFollowUps',
      summary: 'Follow-ups of all own clients: what will be sent, or what was',
      access,
      query: FollowUpsQuery,
      answer: FollowUpsPage,
    }),
    async (c) => c.json(await listFollowUps(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/clients/:id',
    endpoint({
      id: 'getClientFollowUps',
      summary: 'What the agent has done and will do about a client',
      access,
      param: IdParam,
      answer: ClientFollowUps,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClientFollowUps(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/clients/:id',
    endpoint({
      id: 'changeClientFollowUps',
      summary: 'Pauses following up on a client, switches it off, or on',
      access,
      param: IdParam,
      json: SetAgentMode,
      answer: Ok,
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
      summary: 'Pauses following up on an assignment, or goes on with it',
      access,
      param: AgentAssignmentParam,
      json: PauseAssignment,
      answer: Ok,
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
      summary: 'Gives the message planned for a day another text',
      access,
      param: FollowUpParam,
      json: EditFollowUp,
      answer: Ok,
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
      summary: "Gives the message planned for a day the agent's text again",
      access,
      param: FollowUpParam,
      answer: Ok,
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
      summary: 'Leaves out the message planned for a day, or takes it in again',
      access,
      param: FollowUpParam,
      json: SkipFollowUp,
      answer: Ok,
      errors: ['not_found', 'stale', 'follow_up_sent'],
    }),
    async (c) => {
      const { id, day } = c.req.valid('param')
      await skipFollowUp(c.var.ctx, id, day, c.req.valid('json').skipped)
      return c.json(OK)
    },
  )
