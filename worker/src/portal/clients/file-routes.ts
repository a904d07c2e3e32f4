import {
  CheckEmails,
  ExportClients,
  ExportQuery,
  ImportClients,
  ImportResult,
  TakenEmails,
} from '@portal/contract/clients'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { attachment } from '../../platform/http/send-file.ts'
import { checkEmails } from './check-emails.ts'
import { exportClients, exportSelected } from './export-clients.ts'
import { importClients } from './import-clients.ts'

const access = 'bookkeeper'
const CSV_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': attachment('clients.csv'),
}

/** Routes for exporting and importing clients. */
export const fileRoutes = new Hono<AppTypes>()
  .get(
    '/export',
    endpoint({
      id: 'exportClients',
      summary: 'Export clients as a CSV file',
      access,
      query: ExportQuery,
      responseType: 'text/csv',
      errors: ['too_many_requests'],
    }),
    async (c) => c.body(await exportClients(c.var.ctx, c.req.valid('query')), 200, CSV_HEADERS),
  )
  .post(
    '/export',
    endpoint({
      id: 'exportSelectedClients',
      summary: 'Export some clients as a CSV file',
      access,
      json: ExportClients,
      responseType: 'text/csv',
      errors: ['too_many_requests'],
    }),
    async (c) => c.body(await exportSelected(c.var.ctx, c.req.valid('json')), 200, CSV_HEADERS),
  )
  .post(
    '/import/check',
    endpoint({
      id: 'checkClientEmails',
      summary: 'Check which email addresses cannot become clients',
      access,
      json: CheckEmails,
      response: TakenEmails,
    }),
    async (c) => c.json(await checkEmails(c.var.ctx, c.req.valid('json').emails)),
  )
  .post(
    '/import',
    endpoint({
      id: 'importClients',
      summary: 'Import clients from the rows of a file',
      access,
      json: ImportClients,
      response: ImportResult,
      errors: ['not_found', 'past_due_date', 'stale', 'invitation_limit', 'too_many_requests'],
    }),
    async (c) => c.json(await importClients(c.var.ctx, c.req.valid('json'))),
  )
