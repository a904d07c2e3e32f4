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

/** Form Submissions: what clients have submitted. */
export const submissionsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listSubmissions',
      summary: 'Assigned workforms and clients with their sections and answers, newest activity first',
      access: 'bookkeeper',
      query: SubmissionsQuery,
      answer: SubmissionsPage,
    }),
    async (c) => c.json(await listSubmissions(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/waiting',
    endpoint({
      id: 'getNextWaiting',
      summary: 'The next card with a section that waits for review',
      access: 'bookkeeper',
      query: WaitingQuery,
      answer: WaitingCard,
    }),
    async (c) => c.json(await nextWaiting(c.var.ctx, c.req.valid('query'))),
  )
  .post(
    '/approve',
    endpoint({
      id: 'approveSections',
      summary: "Approve several sections of a client's workform, each on the version that was seen",
      access: 'bookkeeper',
      json: ApproveSections,
      answer: ApprovedSections,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await approveSections(c.var.ctx, c.req.valid('json'))),
  )

/** Decisions on a section. `id` is that of its assignment; each carries the version that was seen. */
export const sectionsRoutes = new Hono<AppTypes>()
  .get(
    '/:id/history',
    endpoint({
      id: 'getSectionHistory',
      summary: 'What happened to a section, newest first, with what was declined',
      access: 'bookkeeper',
      param: IdParam,
      answer: SectionHistory,
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
      answer: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await approveSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/reject',
    endpoint({
      id: 'rejectSection',
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
      id: 'undoApproval',
      summary: 'Undo an approval: the section is submitted again',
      access: 'bookkeeper',
      param: IdParam,
      json: UndoApproval,
      answer: Decision,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await undoApproval(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
