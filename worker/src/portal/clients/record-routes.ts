import { ClientFilesPage, ClientFilesQuery, ClientNotes, SaveClientNotes } from '@portal/contract/client-record'
import { IdParam } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { listClientFiles } from './list-client-files.ts'
import { getNotes, saveNotes } from './notes.ts'

const access = 'bookkeeper'

/** Routes for the private notes about a client and the client's files. */
export const recordRoutes = new Hono<AppTypes>()
  .get(
    '/:id/notes',
    endpoint({
      id: 'getClientNotes',
      summary: 'Get the private notes about a client',
      access,
      param: IdParam,
      response: ClientNotes,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getNotes(c.var.ctx, c.req.valid('param').id)),
  )
  .put(
    '/:id/notes',
    endpoint({
      id: 'saveClientNotes',
      summary: 'Replace the private notes about a client',
      access,
      param: IdParam,
      json: SaveClientNotes,
      response: ClientNotes,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await saveNotes(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .get(
    '/:id/files',
    endpoint({
      id: 'listClientFiles',
      summary: 'List the files of a client, newest first',
      access,
      param: IdParam,
      query: ClientFilesQuery,
      response: ClientFilesPage,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listClientFiles(c.var.ctx, c.req.valid('param').id, c.req.valid('query'))),
  )
