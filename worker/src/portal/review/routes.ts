import {
  ApprovedSections,
  ApproveSections,
  SubmissionGroupsPage,
  SubmissionGroupsQuery,
  SubmissionsPage,
  SubmissionsQuery,
  WaitingCard,
  WaitingQuery,
} from '@portal/contract/review'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { approveSections } from './approve-sections.ts'
import { listSubmissionGroups } from './list-submission-groups.ts'
import { listSubmissions } from './list-submissions.ts'
import { nextWaiting } from './next-waiting.ts'

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
    '/groups',
    endpoint({
      id: 'listSubmissionGroups',
      summary: 'List the clients or workforms that have submissions',
      access: 'bookkeeper',
      query: SubmissionGroupsQuery,
      response: SubmissionGroupsPage,
    }),
    async (c) => c.json(await listSubmissionGroups(c.var.ctx, c.req.valid('query'))),
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
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await approveSections(c.var.ctx, c.req.valid('json'))),
  )
