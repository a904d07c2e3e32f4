import { UploadedFile } from '@portal/contract/portal'
import { FileKeyParam } from '@portal/contract/portal'
import { TemplateFileQuery } from '@portal/contract/workforms'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { announcedLength, attachment, outliving } from './http.ts'
import { openFile } from './open-file.ts'
import { uploadTemplate } from './upload-template.ts'

/** Downloads: authorized at every request, and never shown as a page of the portal's own. */
export const filesRoutes = new Hono<AppTypes>().get(
  '/:id',
  endpoint({
    summary: 'Download a file by its id, or by its path (as one URL segment)',
    access: 'user',
    param: FileKeyParam,
    errors: ['not_found'],
  }),
  async (c) => {
    const { name, type, size, body } = await openFile(c.var.ctx, c.req.valid('param').id)
    return c.body(body, 200, {
      'content-type': type,
      'content-length': String(size),
      'content-disposition': attachment(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
  },
)

/** Template files of download-reupload fields. */
export const templateFilesRoutes = new Hono<AppTypes>().post(
  '/files',
  endpoint({
    summary: 'Upload a template file: the body is the file',
    access: 'bookkeeper',
    query: TemplateFileQuery,
    binaryBody: true,
    status: 201,
    answer: UploadedFile,
    errors: ['file_empty', 'file_too_large', 'file_type', 'file_content', 'busy'],
  }),
  async (c) => {
    const incoming = { length: announcedLength(c), body: c.req.raw.body }
    return c.json(await outliving(c, uploadTemplate(c.var.ctx, c.req.valid('query'), incoming)), 201)
  },
)
