import { IdParam, Ok } from '@portal/contract/common'
import {
  DraftSaved,
  PortalSectionDetail,
  PortalWorkforms,
  SaveDraft,
  SectionSubmitted,
  SubmitSection,
  UploadedFile,
  UploadQuery,
} from '@portal/contract/portal'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { announcedLength, outliving } from '../files/http.ts'
import { removeFile } from '../files/remove-file.ts'
import { uploadAnswer } from '../files/upload-answer.ts'
import { getSection } from './get-section.ts'
import { listWorkforms } from './list-workforms.ts'
import { saveDraft } from './save-draft.ts'
import { submitSection } from './submit-section.ts'

/** The client portal: what a client sees of the workforms assigned to them, and fills in. */
export const portalRoutes = new Hono<AppTypes>()
  .get(
    '/workforms',
    endpoint({ summary: 'The assigned workforms with their sections', access: 'client', answer: PortalWorkforms }),
    async (c) => c.json(await listWorkforms(c.var.ctx)),
  )
  .get(
    '/sections/:id',
    endpoint({
      summary: 'A section to fill in: fields, and the draft or what was submitted',
      access: 'client',
      param: IdParam,
      answer: PortalSectionDetail,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getSection(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/sections/:id/draft',
    endpoint({
      summary: 'Save what was typed so far',
      access: 'client',
      param: IdParam,
      json: SaveDraft,
      answer: DraftSaved,
      errors: ['not_found', 'section_locked', 'stale'],
    }),
    async (c) => c.json(await saveDraft(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/submit',
    endpoint({
      summary: 'Submit a section for review',
      access: 'client',
      param: IdParam,
      json: SubmitSection,
      answer: SectionSubmitted,
      errors: ['not_found', 'section_locked', 'stale', 'missing_required'],
    }),
    async (c) => c.json(await submitSection(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/sections/:id/files',
    endpoint({
      summary: 'Upload a file into a field: the body is the file',
      access: 'client',
      param: IdParam,
      query: UploadQuery,
      binaryBody: true,
      status: 201,
      answer: UploadedFile,
      errors: ['not_found', 'section_locked', 'file_empty', 'file_too_large', 'file_type', 'file_content', 'too_many_files', 'busy'],
    }),
    async (c) => {
      const incoming = { length: announcedLength(c), body: c.req.raw.body }
      return c.json(await outliving(c, uploadAnswer(c.var.ctx, c.req.valid('param').id, c.req.valid('query'), incoming)), 201)
    },
  )
  .delete(
    '/files/:id',
    endpoint({
      summary: 'Remove an uploaded file while its section is open',
      access: 'client',
      param: IdParam,
      answer: Ok,
      errors: ['not_found', 'section_locked'],
    }),
    async (c) => c.json(await removeFile(c.var.ctx, c.req.valid('param').id)),
  )
