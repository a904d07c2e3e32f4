import { IdParam, Ok } from '@portal/contract/common'
import { FileKeyParam, UploadedFile } from '@portal/contract/client-portal'
import { BeginTemplateUpload, CompleteUpload, OpenUpload, PartParam, StoredPart } from '@portal/contract/uploads'
import { TemplateFileQuery } from '@portal/contract/workforms'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { INERT_POLICY } from '../../platform/http/security.ts'
import { cancelUpload } from './cancel-upload.ts'
import { completeUpload } from './complete-upload.ts'
import { getUpload } from './get-upload.ts'
import { attachment, rangeOf, contentType } from '../../platform/http/send-file.ts'
import { surviveDisconnect } from '../../platform/http/survive-disconnect.ts'
import { withUploadBody } from '../../platform/http/upload-body.ts'
import { openFile } from './open-file.ts'
import { sendUploadPart } from './send-upload-part.ts'
import { beginTemplateUpload, uploadTemplate } from './upload-template.ts'

/** Routes for downloads. They are never opened as a page of the portal. */
export const filesRoutes = new Hono<AppTypes>().get(
  '/:id',
  endpoint({
    id: 'downloadFile',
    summary: 'Download a file by id or path',
    access: 'user',
    guests: true,
    param: FileKeyParam,
    responseType: '*/*',
    ranges: true,
    errors: ['not_found', 'invalid_range'],
  }),
  async (c) => {
    const file = await openFile(c.var.ctx, c.req.valid('param').id)
    const etag = file.sha256 ? `"${file.sha256}"` : undefined
    const condition = c.req.header('if-range')
    const range = condition === undefined || condition === etag ? rangeOf(c.req.header('range'), file.size) : undefined
    if (range === 'unsatisfiable') throw new AppError('invalid_range')
    return c.body(await file.read(range), range ? 206 : 200, {
      'content-type': contentType(file.type),
      'content-length': String(range?.length ?? file.size),
      ...(range ? { 'content-range': `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}` } : {}),
      'accept-ranges': 'bytes',
      ...(etag ? { etag } : {}),
      'content-disposition': attachment(file.name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': INERT_POLICY,
      'cache-control': 'private, no-store',
    })
  },
)

/** Routes for template files of download-reupload fields. */
export const templateFilesRoutes = new Hono<AppTypes>()
  .post(
    '/files',
    endpoint({
      id: 'uploadTemplateFile',
      summary: 'Upload a template file',
      access: 'bookkeeper',
      query: TemplateFileQuery,
      binaryBody: true,
      status: 201,
      response: UploadedFile,
      errors: ['file_empty', 'file_too_large', 'file_type', 'file_content', 'busy'],
    }),
    async (c) =>
      c.json(await withUploadBody(c, (incoming) => uploadTemplate(c.var.ctx, c.req.valid('query'), incoming)), 201),
  )
  .post(
    '/uploads',
    endpoint({
      id: 'beginTemplateUpload',
      summary: 'Begin a multipart upload of a template file',
      access: 'bookkeeper',
      json: BeginTemplateUpload,
      status: 201,
      response: OpenUpload,
      errors: ['file_empty', 'file_too_large', 'file_type', 'too_many_uploads', 'busy'],
    }),
    async (c) => c.json(await surviveDisconnect(c, beginTemplateUpload(c.var.ctx, c.req.valid('json'))), 201),
  )

/** Routes for multipart uploads of every purpose. Only the person who began an upload has access. */
export const uploadsRoutes = new Hono<AppTypes>()
  .get(
    '/:id',
    endpoint({
      id: 'getUpload',
      summary: 'Get the progress of an upload',
      access: 'user',
      guests: true,
      param: IdParam,
      response: OpenUpload,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getUpload(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/:id/parts/:part',
    endpoint({
      id: 'sendUploadPart',
      summary: 'Send an upload part',
      access: 'user',
      guests: true,
      param: PartParam,
      binaryBody: true,
      response: StoredPart,
      errors: ['not_found', 'archived', 'section_locked', 'file_content', 'busy'],
    }),
    async (c) => {
      const { id, part } = c.req.valid('param')
      return c.json(await withUploadBody(c, (incoming) => sendUploadPart(c.var.ctx, id, part, incoming)))
    },
  )
  .post(
    '/:id/complete',
    endpoint({
      id: 'completeUpload',
      summary: 'Complete an upload',
      access: 'user',
      guests: true,
      param: IdParam,
      json: CompleteUpload,
      response: UploadedFile,
      errors: [
        'not_found',
        'archived',
        'section_locked',
        'too_many_files',
        'file_content',
        'file_damaged',
        'upload_incomplete',
        'busy',
      ],
    }),
    async (c) =>
      c.json(await surviveDisconnect(c, completeUpload(c.var.ctx, c.req.valid('param').id, c.req.valid('json')))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'cancelUpload',
      summary: 'Cancel an upload',
      access: 'user',
      guests: true,
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    async (c) => c.json(await cancelUpload(c.var.ctx, c.req.valid('param').id)),
  )
