import { FileKeyParam } from '@portal/contract/portal'
import { DownloadScope, DownloadTicket } from '@portal/contract/review'
import { Hono } from 'hono'
import * as z from 'zod'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { INERT_POLICY } from '../http/security.ts'
import { archive } from './archive.ts'
import { issueTicket, takeTicket } from './download-ticket.ts'
import { attachment, contentType } from '../http/send-file.ts'
import { previewFile } from './preview-file.ts'

/** What is said of bytes that came from a client: they are data, and no page of the portal's own. */
const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': INERT_POLICY,
  'cache-control': 'private, no-store',
}

/** Files to be shown in place: to a script that draws them, never as a page. */
export const previewRoutes = new Hono<AppTypes>().get(
  '/:id/preview',
  endpoint({
    id: 'previewFile',
    summary: 'The content of a file that can be shown in place (images, PDF, text), by its id or path',
    access: 'user',
    param: FileKeyParam,
    answerType: '*/*',
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

/** Many files as one ZIP: asked for by a request that says who asks, fetched by a link that works once. */
export const downloadsRoutes = new Hono<AppTypes>()
  .post(
    '/',
    endpoint({
      id: 'createDownload',
      summary: 'Leave to download the submitted files of a section, workform or client as a ZIP',
      access: 'bookkeeper',
      json: DownloadScope,
      status: 201,
      answer: DownloadTicket,
      errors: ['not_found', 'too_large'],
    }),
    async (c) => c.json(await issueTicket(c.var.ctx, c.req.valid('json')), 201),
  )
  .get(
    '/:ticket',
    endpoint({
      id: 'downloadArchive',
      summary: 'The ZIP of a ticket: once, within a minute. Holds manifest.csv with the SHA-256 of each file',
      access: 'public',
      param: z.object({ ticket: z.string().max(100) }),
      answerType: 'application/zip',
      errors: ['not_found', 'too_large'],
    }),
    async (c) => {
      const { scope, files, name } = await takeTicket(c.var.ctx, c.req.valid('param').ticket)
      return c.body(archive(c.var.ctx.env.UPLOADS, scope, files), 200, {
        ...INERT,
        'content-type': 'application/zip',
        'content-disposition': attachment(name),
      })
    },
  )
