import { BeginChatUpload, ChatFileQuery } from '@portal/contract/chat'
import { IdParam } from '@portal/contract/common'
import { UploadedFile } from '@portal/contract/client-portal'
import { OpenUpload } from '@portal/contract/uploads'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { surviveDisconnect } from '../../platform/http/survive-disconnect.ts'
import { withUploadBody } from '../../platform/http/upload-body.ts'
import { beginChatUpload, uploadChatFile } from './upload-chat.ts'

const access = 'user'

/** Routes of files for messages. */
export const chatFileRoutes = new Hono<AppTypes>()
  .post(
    '/threads/:id/files',
    endpoint({
      id: 'uploadMessageFile',
      summary: 'Upload a file for a message; the body is the file',
      access,
      param: IdParam,
      query: ChatFileQuery,
      binaryBody: true,
      status: 201,
      response: UploadedFile,
      errors: ['not_found', 'file_empty', 'file_too_large', 'file_type', 'file_content', 'too_many_requests', 'busy'],
    }),
    async (c) => {
      const { name } = c.req.valid('query')
      return c.json(
        await withUploadBody(c, (incoming) => uploadChatFile(c.var.ctx, c.req.valid('param').id, name, incoming)),
        201,
      )
    },
  )
  .post(
    '/threads/:id/uploads',
    endpoint({
      id: 'beginMessageUpload',
      summary: 'Start a multipart upload of a file for a message',
      access,
      param: IdParam,
      json: BeginChatUpload,
      status: 201,
      response: OpenUpload,
      errors: [
        'not_found',
        'file_empty',
        'file_too_large',
        'file_type',
        'too_many_uploads',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) =>
      c.json(await surviveDisconnect(c, beginChatUpload(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))), 201),
  )
