import { IdParam } from '@portal/contract/common'
import { ApproveSection, Decision, RejectSection, SubmissionsPage, SubmissionsQuery, UndoApproval } from '@portal/contract/review'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { approveSection } from './approve-section.ts'
import { listSubmissions } from './list-submissions.ts'
import { rejectSection } from './reject-section.ts'
import { undoApproval } from './undo-approval.ts'

/** Form Submissions: what clients have submitted. */
export const submissionsRoutes = new Hono<AppTypes>().get(
  '/',
  endpoint({
    summary: 'Assigned workforms and clients with their sections and answers, newest activity first',
    access: 'bookkeeper',
    query: SubmissionsQuery,
    answer: SubmissionsPage,
  }),
  async (c) => c.json(await listSubmissions(c.var.ctx, c.req.valid('query'))),
)

/** Decisions on a section. `id` is that of its assignment; each carries the version that was seen. */
export const sectionsRoutes = new Hono<AppTypes>()
  .post(
    '/:id/approve',
    endpoint({
      summary: 'Approve a section',
      access: 'bookkeeper',
      param: IdParam,
      json: ApproveSection,
      answer: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await approveSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/reject',
    endpoint({
      summary: 'Reject a section: its answers and files are removed, and the client can fill it in again',
      access: 'bookkeeper',
      param: IdParam,
      json: RejectSection,
      answer: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await rejectSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/undo',
    endpoint({
      summary: 'Undo an approval: the section is submitted again',
      access: 'bookkeeper',
      param: IdParam,
      json: UndoApproval,
      answer: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await undoApproval(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
