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
  FoundClients,
  FoundQuery,
  SelectionQuery,
  UpdateClient,
  InvitationPreview,
  PreviewInvitation,
} from '@portal/contract/clients'
import { ChangeClients, ChangedClients } from '@portal/contract/client-changes'
import { IdParam, Ok } from '@portal/contract/common'
import { OnboardingOutcome } from '@portal/contract/webhooks'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { onboardingOutcome } from '../webhooks/onboarding-outcome.ts'
import { assignmentRoutes } from './assignment-routes.ts'
import { changeClients } from './bulk/change-clients.ts'
import { countClients } from './count-clients.ts'
import { countFound } from './count-found.ts'
import { createClient } from './create-client.ts'
import { deleteClient } from './delete-client.ts'
import { fileRoutes } from './file-routes.ts'
import { getFolder, retryFolder } from './folder.ts'
import { getClient } from './get-client.ts'
import { listClients } from './list-clients.ts'
import { recordRoutes } from './record-routes.ts'
import { previewInvitation } from './preview-invitation.ts'
import { resendInvitation } from './resend-invitation.ts'
import { selectClients } from './select-clients.ts'
import { updateClient } from './update-client.ts'

const access = 'bookkeeper'

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
    '/found',
    endpoint({
      id: 'countFoundClients',
      summary: 'Count the clients that a filter finds',
      access,
      query: FoundQuery,
      response: FoundClients,
    }),
    async (c) => c.json(await countFound(c.var.ctx, c.req.valid('query'))),
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
  .post(
    '/changes',
    endpoint({
      id: 'changeClients',
      summary: 'Change the status or a tag of several clients, archive or restore them',
      access,
      json: ChangeClients,
      response: ChangedClients,
      errors: ['stale'],
    }),
    async (c) => c.json(await changeClients(c.var.ctx, c.req.valid('json'))),
  )
  .route('/', recordRoutes)
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
        'client_archived',
        'email_used_by_bookkeeper',
        'client_refused',
        'past_due_date',
        'invitation_limit',
        'too_many_requests',
      ],
    }),
    async (c) => c.json(await createClient(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/invitation-preview',
    endpoint({
      id: 'previewInvitation',
      summary: 'Preview the invitation of a new client',
      access,
      json: PreviewInvitation,
      response: InvitationPreview,
      errors: ['not_found'],
    }),
    async (c) => c.json(await previewInvitation(c.var.ctx, c.req.valid('json'))),
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
        'archived',
        'client_email_taken',
        'client_archived',
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
    (c) => okAfter(c, deleteClient(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/invitation',
    endpoint({
      id: 'resendInvitation',
      summary: 'Resend an invitation',
      access,
      param: IdParam,
      response: Ok,
      errors: [
        'not_found',
        'archived',
        'account_exists',
        'client_refused',
        'stale',
        'invitation_limit',
        'too_many_requests',
      ],
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
    (c) => okAfter(c, retryFolder(c.var.ctx, c.req.valid('param').id)),
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
  .route('/', assignmentRoutes)
