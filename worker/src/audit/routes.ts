import { AuditExportQuery, AuditPage, AuditQuery, AuditVerdict, VerifyAudit } from '@portal/contract/audit'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { attachment } from '../http/send-file.ts'
import { encodedJson } from '../http/encoded.ts'
import { exportEntries } from './export-entries.ts'
import { listEntriesWithEvidence } from './list-entries-with-evidence.ts'
import { verifyAudit } from './verify-audit.ts'

const access = 'bookkeeper'

/** The audit trail. */
export const auditRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listAuditEntries',
      summary: 'The audit trail, newest first, filtered',
      access,
      query: AuditQuery,
      answer: AuditPage,
    }),
    async (c) => encodedJson(c, await listEntriesWithEvidence(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/export',
    endpoint({
      id: 'exportAuditEntries',
      summary: 'The audit trail as a CSV file, filtered',
      access,
      query: AuditExportQuery,
      answerType: 'text/csv',
      errors: ['too_many_requests'],
    }),
    async (c) =>
      c.body(await exportEntries(c.var.ctx, c.req.valid('query')), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': attachment('audit-trail.csv'),
      }),
  )
  .post(
    '/verify',
    endpoint({
      id: 'verifyAuditLog',
      summary: 'Verifies a portion of the firm’s hash chain',
      access,
      json: VerifyAudit,
      answer: AuditVerdict,
    }),
    async (c) => c.json(await verifyAudit(c.var.ctx, c.req.valid('json'))),
  )
