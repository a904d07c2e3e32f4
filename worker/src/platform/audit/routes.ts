import { AuditExportQuery, AuditPage, AuditQuery, AuditVerdict, VerifyAudit } from '@portal/contract/audit'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { attachment } from '../http/send-file.ts'
import { exportEntries } from './export-entries.ts'
import { listEntriesWithEvidence } from './list-entries-with-evidence.ts'
import { verifyAudit } from './verify-audit.ts'

const access = 'bookkeeper'

/** Routes of the audit log. */
export const auditRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listAuditEntries',
      summary: 'List entries of the audit log, newest first',
      access,
      query: AuditQuery,
      response: AuditPage,
    }),
    async (c) => c.json(await listEntriesWithEvidence(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/export',
    endpoint({
      id: 'exportAuditEntries',
      summary: 'Export entries of the audit log as CSV',
      access,
      query: AuditExportQuery,
      responseType: 'text/csv',
      errors: ['too_many_requests'],
    }),
    async (c) =>
      c.body(await exportEntries(c.var.ctx, c.req.valid('query')), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment('audit-log.csv'),
      }),
  )
  .post(
    '/verify',
    endpoint({
      id: 'verifyAuditLog',
      summary: 'Verify a range of the audit log’s hash chain',
      access,
      json: VerifyAudit,
      response: AuditVerdict,
    }),
    async (c) => c.json(await verifyAudit(c.var.ctx, c.req.valid('json'))),
  )
