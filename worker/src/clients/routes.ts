import { ChangeDueDate } from '@portal/contract/assignments'
import {
  CheckEmails,
  Client,
  ClientCounts,
  ClientDetail,
  ClientFolder,
  ClientsPage,
  ClientsQuery,
  CreateClient,
  CreatedClient,
  ExportQuery,
  ImportClients,
  ImportResult,
  TakenEmails,
  UpdateClient,
} from '@portal/contract/clients'
import { Id, IdParam, Ok } from '@portal/contract/common'
import { OnboardingOutcome } from '@portal/contract/webhooks'
import { Hono } from 'hono'
import * as z from 'zod'
import { changeDueDate } from '../assignments/change-due-date.ts'
import { removeAssignment } from '../assignments/remove-assignment.ts'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { attachment } from '../files/http.ts'
import { encodedJson } from '../http/encoded.ts'
import { onboardingOutcome } from '../webhooks/onboarding-outcome.ts'
import { checkEmails } from './check-emails.ts'
import { countClients } from './count-clients.ts'
import { createClient } from './create-client.ts'
import { deleteClient } from './delete-client.ts'
import { exportClients } from './export-clients.ts'
import { getFolder, retryFolder } from './folder.ts'
import { getClient } from './get-client.ts'
import { importClients } from './import-clients.ts'
import { listClients } from './list-clients.ts'
import { resendInvitation } from './resend-invitation.ts'
import { updateClient } from './update-client.ts'

const access = 'bookkeeper'
const AssignmentParam = z.object({ id: Id, workformId: Id })

/** The bookkeeper's clients. */
export const clientsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ summary: 'Own clients, searched, filtered and sorted', access, query: ClientsQuery, answer: ClientsPage }),
    async (c) => encodedJson(c, await listClients(c.var.ctx, c.req.valid('query'))),
  )
  .get('/counts', endpoint({ summary: 'How many clients there are, by status', access, answer: ClientCounts }), async (c) =>
    c.json(await countClients(c.var.ctx)),
  )
  .get(
    '/export',
    endpoint({ summary: 'Own clients as a CSV file, searched, filtered and sorted', access, query: ExportQuery }),
    async (c) =>
      c.body(await exportClients(c.var.ctx, c.req.valid('query')), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment('clients.csv'),
      }),
  )
  .post(
    '/import/check',
    endpoint({ summary: 'Which of the addresses cannot become clients', access, json: CheckEmails, answer: TakenEmails }),
    async (c) => c.json(await checkEmails(c.var.ctx, c.req.valid('json').emails)),
  )
  .post(
    '/import',
    endpoint({
      summary: 'Creates clients out of rows of a file, with a result per row',
      access,
      json: ImportClients,
      answer: ImportResult,
      errors: ['not_found', 'past_due_date', 'stale'],
    }),
    async (c) => c.json(await importClients(c.var.ctx, c.req.valid('json'))),
  )
  .get(
    '/:id',
    endpoint({
      summary: 'A client with the workforms assigned to it',
      access,
      param: IdParam,
      answer: ClientDetail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getClient(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/',
    endpoint({
      summary: 'Creates and invites a client, and assigns a workform where asked for',
      access,
      json: CreateClient,
      answer: CreatedClient,
      status: 201,
      errors: ['client_email_taken', 'email_used_by_bookkeeper', 'past_due_date'],
    }),
    async (c) => c.json(await createClient(c.var.ctx, c.req.valid('json')), 201),
  )
  .patch(
    '/:id',
    endpoint({
      summary: 'Changes a client as it was at updated_at',
      access,
      param: IdParam,
      json: UpdateClient,
      answer: Client,
      errors: ['not_found', 'stale', 'client_email_taken', 'email_used_by_bookkeeper'],
    }),
    async (c) => c.json(await updateClient(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      summary: 'Deletes a client without assignments',
      access,
      param: IdParam,
      answer: Ok,
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
      summary: 'Sends a new invitation; older ones are void',
      access,
      param: IdParam,
      answer: Ok,
      errors: ['not_found', 'account_exists', 'stale', 'too_many_requests'],
    }),
    async (c) => c.json(await resendInvitation(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/folder',
    endpoint({
      summary: 'Whether the text files of a client’s folder are written',
      access,
      param: IdParam,
      answer: ClientFolder,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getFolder(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/folder',
    endpoint({
      summary: 'Tries again at once to write what is missing of a client’s folder',
      access,
      param: IdParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => c.json(await retryFolder(c.var.ctx, c.req.valid('param').id)),
  )
  .patch(
    '/:id/workforms/:workformId',
    endpoint({
      summary: 'Sets the due date of a workform that a client has',
      access,
      param: AssignmentParam,
      json: ChangeDueDate,
      answer: Ok,
      errors: ['not_found', 'past_due_date'],
    }),
    async (c) => {
      const { id, workformId } = c.req.valid('param')
      await changeDueDate(c.var.ctx, id, workformId, c.req.valid('json').due_date)
      return c.json({ ok: true as const })
    },
  )
  .get(
    '/:id/webhook',
    endpoint({
      summary: 'What became of the webhook that told of a new client',
      access,
      param: IdParam,
      answer: OnboardingOutcome,
      errors: ['not_found'],
    }),
    async (c) => c.json(await onboardingOutcome(c.var.ctx, c.req.valid('param').id)),
  )
  .delete(
    '/:id/workforms/:workformId',
    endpoint({
      summary: 'Takes an assigned workform from a client, with all they have filled in',
      access,
      param: AssignmentParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      const { id, workformId } = c.req.valid('param')
      await removeAssignment(c.var.ctx, id, workformId)
      return c.json({ ok: true as const })
    },
  )
