import {
  AgentAssignmentParam,
  ClientFollowUps,
  FollowUpsPage,
  FollowUpsQuery,
  PauseAssignment,
  HeldClients,
  SetAgentMode,
  SetPreferences,
  SuggestPreferences,
  Suggestion,
} from '@portal/contract/agent'
import { CommitmentsPage, CommitmentsQuery } from '@portal/contract/commitments'
import { IdParam, Ok, PageQuery } from '@portal/contract/common'
import { RemindClients, RemindedClients, Reminder, SendReminder } from '@portal/contract/reminders'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { dayRoutes } from './day-routes.ts'
import { getClientFollowUps } from './get-client-follow-ups.ts'
import { listCommitments } from './list-commitments.ts'
import { listFollowUps } from './list-follow-ups.ts'
import { listHeld } from './list-held.ts'
import { promiseRoutes } from './promises/routes.ts'
import { remindClients } from './remind-clients.ts'
import { getReminder, remindNow } from './remind-now.ts'
import { releaseReminders, setAssignmentPreferences, setClientPreferences } from './set-preferences.ts'
import { suggestPreferences } from './suggest-preferences.ts'
import { changeAssignmentFollowUps } from './change-assignment-follow-ups.ts'
import { changeClientFollowUps } from './change-client-follow-ups.ts'

const access = 'bookkeeper'

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
    '/commitments',
    endpoint({
      id: 'listCommitments',
      summary: 'List what clients have promised to send by a day',
      access,
      query: CommitmentsQuery,
      response: CommitmentsPage,
    }),
    async (c) => c.json(await listCommitments(c.var.ctx, c.req.valid('query'))),
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
    (c) => okAfter(c, changeClientFollowUps(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
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
    (c) => {
      const { id, workformId } = c.req.valid('param')
      return okAfter(c, changeAssignmentFollowUps(c.var.ctx, id, workformId, c.req.valid('json').paused))
    },
  )
  .get(
    '/held',
    endpoint({
      id: 'listHeldClients',
      summary: 'List the clients whose reminders are held',
      access,
      query: PageQuery,
      response: HeldClients,
    }),
    async (c) => c.json(await listHeld(c.var.ctx, c.req.valid('query'))),
  )
  .post(
    '/suggestions',
    endpoint({
      id: 'suggestPreferences',
      summary: 'Read preferences for reminders in notes, without storing them',
      access,
      json: SuggestPreferences,
      response: Suggestion,
      errors: ['not_found'],
    }),
    async (c) => c.json(await suggestPreferences(c.var.ctx, c.req.valid('json'))),
  )
  .put(
    '/clients/:id/preferences',
    endpoint({
      id: 'setClientPreferences',
      summary: 'Set the notes about a client and the preferences for all reminders',
      access,
      param: IdParam,
      json: SetPreferences,
      response: Ok,
      errors: ['not_found', 'stale'],
    }),
    (c) => okAfter(c, setClientPreferences(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .put(
    '/clients/:id/workforms/:workformId/preferences',
    endpoint({
      id: 'setAssignmentPreferences',
      summary: 'Set the notes of an assignment and its preferences for reminders',
      access,
      param: AgentAssignmentParam,
      json: SetPreferences,
      response: Ok,
      errors: ['not_found', 'stale'],
    }),
    (c) => {
      const { id, workformId } = c.req.valid('param')
      return okAfter(c, setAssignmentPreferences(c.var.ctx, id, workformId, c.req.valid('json')))
    },
  )
  .post(
    '/clients/:id/release',
    endpoint({
      id: 'releaseReminders',
      summary: 'Release the held reminders to a client',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, releaseReminders(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/clients/:id/reminder',
    endpoint({
      id: 'getReminder',
      summary: 'Get the reminder that a client would get now',
      access,
      param: IdParam,
      response: Reminder,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getReminder(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/clients/:id/reminder',
    endpoint({
      id: 'remindNow',
      summary: 'Send a reminder to a client now',
      access,
      param: IdParam,
      json: SendReminder,
      response: Ok,
      errors: ['not_found', 'stale', 'reminder_refused', 'reminder_held'],
    }),
    async (c) => c.json(await remindNow(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/reminders',
    endpoint({
      id: 'remindClients',
      summary: 'Send reminders to several clients now',
      access,
      json: RemindClients,
      response: RemindedClients,
      errors: ['stale'],
    }),
    async (c) => c.json(await remindClients(c.var.ctx, c.req.valid('json'))),
  )
  .route('/', dayRoutes)
  .route('/', promiseRoutes)
