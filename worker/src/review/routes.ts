import { IdParam } from '@portal/contract/common'
import {
  ApprovedSections,
  ApproveSection,
  ApproveSections,
  Decision,
  RejectSection,
  SectionHistory,
  SubmissionsPage,
  SubmissionsQuery,
  UndoApproval,
  WaitingCard,
  WaitingQuery,
} from '@portal/contract/review'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { approveSection } from './approve-section.ts'
import { approveSections } from './approve-sections.ts'
import { listSubmissions } from './list-submissions.ts'
import { nextWaiting } from './next-waiting.ts'
import { rejectSection } from './reject-section.ts'
import { sectionHistory } from './section-history.ts'
import { undoApproval } from './undo-approval.ts'

/** Routes for Form Submissions. */
export const submissionsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listSubmissions',
      summary: 'List submissions with sections and answers',
      access: 'bookkeeper',
      query: SubmissionsQuery,
      response: SubmissionsPage,
    }),
    async (c) => c.json(await listSubmissions(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/waiting',
    endpoint({
      id: 'getNextWaiting',
      summary: 'Get the next submission to review',
      access: 'bookkeeper',
      query: WaitingQuery,
      response: WaitingCard,
    }),
    async (c) => c.json(await nextWaiting(c.var.ctx, c.req.valid('query'))),
  )
  .post(
    '/approve',
    endpoint({
      id: 'approveSections',
      summary: 'Approve several sections of a submission',
      access: 'bookkeeper',
      json: ApproveSections,
      response: ApprovedSections,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await approveSections(c.var.ctx, c.req.valid('json'))),
  )

/** Routes for decisions on a section. `id` is its assignment id. */
export const sectionsRoutes = new Hono<AppTypes>()
  .get(
    '/:id/history',
    endpoint({
      id: 'getSectionHistory',
      summary: 'Get the history of a section',
      access: 'bookkeeper',
      param: IdParam,
      response: SectionHistory,
      errors: ['not_found'],
    }),
    async (c) => c.json(await sectionHistory(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/approve',
    endpoint({
      id: 'approveSection',
      summary: 'Approve a section',
      access: 'bookkeeper',
      param: IdParam,
      json: ApproveSection,
      response: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await approveSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/reject',
    endpoint({
      id: 'rejectSection',
      summary: 'Reject a section and remove its answers and files',
      access: 'bookkeeper',
      param: IdParam,
      json: RejectSection,
      response: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await rejectSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/undo',
    endpoint({
      id: 'undoApproval',
      summary: 'Undo an approval',
      access: 'bookkeeper',
      param: IdParam,
      json: UndoApproval,
      response: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await undoApproval(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
