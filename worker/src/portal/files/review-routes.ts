import { FileKeyParam } from '@portal/contract/client-portal'
import { DownloadScope, DownloadTicket } from '@portal/contract/review'
import { Hono } from 'hono'
import * as z from 'zod'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { INERT_POLICY } from '../../platform/http/security.ts'
import { archive } from './archive.ts'
import { createDownload, redeemTicket } from './download-ticket.ts'
import { attachment, contentType } from '../../platform/http/send-file.ts'
import { previewFile } from './preview-file.ts'

/** Headers for uploaded content, which must never run as a page of the portal. */
const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': INERT_POLICY,
  'cache-control': 'private, no-store',
}

/** Routes for previews. A script draws them; they are never opened as a page. */
export const previewRoutes = new Hono<AppTypes>().get(
  '/:id/preview',
  endpoint({
    id: 'previewFile',
    summary: 'Preview a file (image, PDF or text)',
    access: 'user',
    param: FileKeyParam,
    responseType: '*/*',
    errors: ['not_found', 'file_type'],
  }),
  async (c) => {
    const { name, type, length, body } = await previewFile(c.var.ctx, c.req.valid('param').id)
    return c.body(body, 200, {
      ...INERT,
      'content-type': contentType(type),
      'content-length': String(length),
      'content-disposition': attachment(name),
    })
  },
)

/** Routes for downloading files as a ZIP: an authorized request creates a link that works once. */
export const downloadsRoutes = new Hono<AppTypes>()
  .post(
    '/',
    endpoint({
      id: 'createDownload',
      summary: 'Create a ZIP download of a section, workform or client',
      access: 'bookkeeper',
      json: DownloadScope,
      status: 201,
      response: DownloadTicket,
      errors: ['not_found', 'too_large'],
    }),
    async (c) => c.json(await createDownload(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:ticket',
    endpoint({
      id: 'downloadArchive',
      summary: 'Download a ZIP with a ticket',
      access: 'public',
      param: z.object({ ticket: z.string().max(100) }),
      responseType: 'application/zip',
      errors: ['not_found', 'too_large'],
    }),
    async (c) => {
      const { scope, files, name } = await redeemTicket(c.var.ctx, c.req.valid('param').ticket)
      return c.body(archive(c.var.ctx.env.UPLOADS, scope, files), 200, {
        ...INERT,
        'content-type': 'application/zip',
        'content-disposition': attachment(name),
      })
    },
  )
