import { IdParam, Ok } from '@portal/contract/common'
import {
  SavedDraft,
  PortalSectionDetail,
  PortalWorkforms,
  RecallSection,
  SaveDraft,
  SubmittedSection,
  SubmitSection,
  UploadedFile,
  UploadQuery,
} from '@portal/contract/client-portal'
import { BeginUpload, Duplicates, DuplicatesQuery, OpenUpload } from '@portal/contract/uploads'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { findDuplicates } from '../files/find-duplicates.ts'
import { surviveDisconnect } from '../../platform/http/survive-disconnect.ts'
import { withUploadBody } from '../../platform/http/upload-body.ts'
import { removeFile } from '../files/remove-file.ts'
import { beginAnswerUpload, uploadAnswer } from '../files/upload-answer.ts'
import { commitmentRoutes } from './commitment-routes.ts'
import { delegationRoutes } from './delegation-routes.ts'
import { guestLinkRoutes } from './guest-link-routes.ts'
import { getSection } from './get-section.ts'
import { listWorkforms } from './list-workforms.ts'
import { recallSection } from './recall-section.ts'
import { requestRecall } from './request-recall.ts'
import { saveDraft } from './save-draft.ts'
import { submitSection } from './submit-section.ts'

export const clientPortalRoutes = new Hono<AppTypes>()
  .route('/', commitmentRoutes)
  .route('/', guestLinkRoutes)
  .route('/', delegationRoutes)
  .get(
    '/workforms',
    endpoint({
      id: 'listAssignedWorkforms',
      summary: 'List assigned workforms with their sections',
      access: 'client',
      response: PortalWorkforms,
    }),
    async (c) => c.json(await listWorkforms(c.var.ctx)),
  )
  .get(
    '/sections/:id',
    endpoint({
      id: 'getSection',
      summary: 'Get a section with its draft or submitted answers',
      access: 'client',
      guests: true,
      param: IdParam,
      response: PortalSectionDetail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getSection(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/sections/:id/draft',
    endpoint({
      id: 'saveDraft',
      summary: 'Save a draft',
      access: 'client',
      guests: 'section',
      param: IdParam,
      json: SaveDraft,
      response: SavedDraft,
      errors: ['not_found', 'archived', 'section_locked', 'stale'],
    }),
    async (c) => c.json(await saveDraft(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/submit',
    endpoint({
      id: 'submitSection',
      summary: 'Submit a section for review',
      access: 'client',
      param: IdParam,
      json: SubmitSection,
      response: SubmittedSection,
      errors: ['not_found', 'archived', 'section_locked', 'stale', 'missing_required'],
    }),
    async (c) => c.json(await submitSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/recall',
    endpoint({
      id: 'recallSection',
      summary: 'Take back a submission that the bookkeeper has not opened',
      access: 'client',
      param: IdParam,
      json: RecallSection,
      response: SubmittedSection,
      errors: ['not_found', 'archived', 'already_opened', 'too_many_recalls', 'stale', 'too_many_requests'],
    }),
    async (c) => c.json(await recallSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/recall-request',
    endpoint({
      id: 'requestRecall',
      summary: 'Ask the bookkeeper to return a submission',
      access: 'client',
      param: IdParam,
      json: RecallSection,
      response: SubmittedSection,
      errors: ['not_found', 'archived', 'stale'],
    }),
    async (c) => c.json(await requestRecall(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/files',
    endpoint({
      id: 'uploadAnswerFile',
      summary: 'Upload a file for a field',
      access: 'client',
      guests: true,
      param: IdParam,
      query: UploadQuery,
      binaryBody: true,
      status: 201,
      response: UploadedFile,
      errors: [
        'not_found',
        'archived',
        'section_locked',
        'file_empty',
        'file_too_large',
        'file_type',
        'file_content',
        'too_many_files',
        'busy',
      ],
    }),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(
        await withUploadBody(c, (incoming) => uploadAnswer(c.var.ctx, id, c.req.valid('query'), incoming)),
        201,
      )
    },
  )
  .post(
    '/sections/:id/uploads',
    endpoint({
      id: 'beginAnswerUpload',
      summary: 'Begin a multipart upload for a field',
      access: 'client',
      guests: true,
      param: IdParam,
      json: BeginUpload,
      status: 201,
      response: OpenUpload,
      errors: [
        'not_found',
        'archived',
        'section_locked',
        'file_empty',
        'file_too_large',
        'file_type',
        'too_many_files',
        'too_many_uploads',
        'busy',
      ],
    }),
    async (c) =>
      c.json(
        await surviveDisconnect(c, beginAnswerUpload(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
        201,
      ),
  )
  .get(
    '/sections/:id/duplicates',
    endpoint({
      id: 'findDuplicateFiles',
      summary: 'Find files that the workform already contains',
      access: 'client',
      guests: true,
      param: IdParam,
      query: DuplicatesQuery,
      response: Duplicates,
    }),
    async (c) => c.json(await findDuplicates(c.var.ctx, c.req.valid('param').id, c.req.valid('query').sha256)),
  )
  .delete(
    '/files/:id',
    endpoint({
      id: 'removeAnswerFile',
      summary: 'Remove an uploaded file',
      access: 'client',
      guests: true,
      param: IdParam,
      response: Ok,
      errors: ['not_found', 'archived', 'section_locked'],
    }),
    async (c) => c.json(await removeFile(c.var.ctx, c.req.valid('param').id)),
  )
