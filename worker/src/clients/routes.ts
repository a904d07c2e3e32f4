import { ChangeAssignment } from '@portal/contract/assignments'
import {
  Client,
  ClientCounts,
  ClientDetail,
  ClientFolder,
  ClientSelection,
  ClientsPage,
  ClientsQuery,
  CreateClient,
  CreatedClient,
  SelectionQuery,
  UpdateClient,
} from '@portal/contract/clients'
import { Id, IdParam, Ok } from '@portal/contract/common'
import { OnboardingOutcome } from '@portal/contract/webhooks'
import { Hono } from 'hono'
import * as z from 'zod'
import { changeAssignment } from '../assignments/change-assignment.ts'
import { removeAssignment } from '../assignments/remove-assignment.ts'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { onboardingOutcome } from '../webhooks/onboarding-outcome.ts'
import { countClients } from './count-clients.ts'
import { createClient } from './create-client.ts'
import { deleteClient } from './delete-client.ts'
import { fileRoutes } from './file-routes.ts'
import { getFolder, retryFolder } from './folder.ts'
import { getClient } from './get-client.ts'
import { listClients } from './list-clients.ts'
import { resendInvitation } from './resend-invitation.ts'
import { selectClients } from './select-clients.ts'
import { updateClient } from './update-client.ts'

const access = 'bookkeeper'
const AssignmentParam = z.object({ id: Id, workformId: Id })

/** Routes for the bookkeeper's clients. */
export const clientsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listClients',
      summary: 'List clients',
      access,
      query: ClientsQuery,
      response: ClientsPage,
    }),
    async (c) => c.json(await listClients(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/counts',
    endpoint({ id: 'countClients', summary: 'Count clients by status', access, response: ClientCounts }),
    async (c) => c.json(await countClients(c.var.ctx)),
  )
  .get(
    '/selection',
    endpoint({
      id: 'selectClients',
      summary: 'List all clients that match a search',
      access,
      query: SelectionQuery,
      response: ClientSelection,
    }),
    async (c) => c.json(await selectClients(c.var.ctx, c.req.valid('query'))),
  )
  .route('/', fileRoutes)
  .get(
    '/:id',
    endpoint({
      id: 'getClient',
      summary: 'Get a client with assigned workforms',
      access,
      param: IdParam,
      response: ClientDetail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClient(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/',
    endpoint({
      id: 'createClient',
      summary: 'Create and invite a client',
      access,
      json: CreateClient,
      response: CreatedClient,
      status: 201,
      errors: [
        'client_email_taken',
        'email_used_by_bookkeeper',
        'client_refused',
        'past_due_date',
        'invitation_limit',
        'too_many_requests',
      ],
    }),
    async (c) => c.json(await createClient(c.var.ctx, c.req.valid('json')), 201),
  )
  .patch(
    '/:id',
    endpoint({
      id: 'updateClient',
      summary: 'Update a client',
      access,
      param: IdParam,
      json: UpdateClient,
      response: Client,
      errors: [
        'not_found',
        'stale',
        'client_email_taken',
        'email_used_by_bookkeeper',
        'client_refused',
        'invitation_limit',
        'too_many_requests',
      ],
    }),
    async (c) => c.json(await updateClient(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'deleteClient',
      summary: 'Delete a client without assignments',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found', 'cannot_delete_client'],
    }),
    async (c) => {
      await deleteClient(c.var.ctx, c.req.valid('param').id)
      return c.json({ ok: true as const })
    },
  )
  .post(
    '/:id/invitation',
    endpoint({
      id: 'resendInvitation',
      summary: 'Resend an invitation',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found', 'account_exists', 'client_refused', 'stale', 'invitation_limit', 'too_many_requests'],
    }),
    async (c) => c.json(await resendInvitation(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/folder',
    endpoint({
      id: 'getClientFolder',
      summary: 'Get the state of a client’s folder',
      access,
      param: IdParam,
      response: ClientFolder,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getFolder(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/folder',
    endpoint({
      id: 'retryClientFolder',
      summary: 'Retry writing a client’s folder',
      access,
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    async (c) => c.json(await retryFolder(c.var.ctx, c.req.valid('param').id)),
  )
  .patch(
    '/:id/workforms/:workformId',
    endpoint({
      id: 'changeAssignment',
      summary: 'Change the due date and notes of an assigned workform',
      access,
      param: AssignmentParam,
      json: ChangeAssignment,
      response: Ok,
      errors: ['not_found', 'past_due_date'],
    }),
    async (c) => {
      const { id, workformId } = c.req.valid('param')
      await changeAssignment(c.var.ctx, id, workformId, c.req.valid('json'))
      return c.json({ ok: true as const })
    },
  )
  .get(
    '/:id/webhook',
    endpoint({
      id: 'getClientWebhook',
      summary: 'Get the outcome of the onboarding webhook',
      access,
      param: IdParam,
      response: OnboardingOutcome,
      errors: ['not_found'],
    }),
    async (c) => c.json(await onboardingOutcome(c.var.ctx, c.req.valid('param').id)),
  )
  .delete(
    '/:id/workforms/:workformId',
    endpoint({
      id: 'removeAssignment',
      summary: 'Remove an assigned workform with all answers',
      access,
      param: AssignmentParam,
      response: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, workformId } = c.req.valid('param')
      await removeAssignment(c.var.ctx, id, workformId)
      return c.json({ ok: true as const })
    },
  )
