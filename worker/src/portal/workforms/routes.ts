import { IdParam, Ok, SetArchived } from '@portal/contract/common'
import {
  DeleteWorkformQuery,
  Templates,
  TemplatesPage,
  TemplatesQuery,
  UpdateWorkform,
  Workform,
  WorkformImpact,
  WorkformInput,
  WorkformsPage,
  WorkformsQuery,
  WorkformStatistics,
} from '@portal/contract/workforms'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { archiveWorkform } from './archive-workform.ts'
import { createWorkform } from './create-workform.ts'
import { deleteWorkform } from './delete-workform.ts'
import { duplicateWorkform } from './duplicate-workform.ts'
import { getImpact } from './get-impact.ts'
import { getStatistics } from './get-statistics.ts'
import { getWorkform } from './get-workform.ts'
import { listTemplates } from './list-templates.ts'
import { listWorkforms } from './list-workforms.ts'
import { updateWorkform } from './update-workform.ts'

const access = 'bookkeeper'

/** Routes for workforms and templates. */
export const workformsRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listWorkforms',
      summary: 'List workforms, newest first',
      access,
      query: WorkformsQuery,
      response: WorkformsPage,
    }),
    async (c) => c.json(await listWorkforms(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/templates',
    endpoint({
      id: 'listTemplates',
      summary: 'List templates of the firm and starters',
      access,
      response: Templates,
    }),
    async (c) => c.json({ items: (await listTemplates(c.var.ctx, {})).items }),
  )
  .get(
    '/templates/search',
    endpoint({
      id: 'searchTemplates',
      summary: 'Search templates of the firm and starters, page by page',
      access,
      query: TemplatesQuery,
      response: TemplatesPage,
    }),
    async (c) => c.json(await listTemplates(c.var.ctx, c.req.valid('query'))),
  )
  .get(
    '/:id',
    endpoint({
      id: 'getWorkform',
      summary: 'Get a workform, template or starter',
      access,
      param: IdParam,
      response: Workform,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getWorkform(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/impact',
    endpoint({
      id: 'getWorkformImpact',
      summary: 'Get the effects of an edit or deletion',
      access,
      param: IdParam,
      response: WorkformImpact,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getImpact(c.var.ctx, c.req.valid('param').id)),
  )
  .get(
    '/:id/statistics',
    endpoint({
      id: 'getWorkformStatistics',
      summary: 'Get how a workform has been used',
      access,
      param: IdParam,
      response: WorkformStatistics,
      errors: ['not_found'],
    }),
    async (c) => c.json(await getStatistics(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/',
    endpoint({
      id: 'createWorkform',
      summary: 'Create a workform or template',
      access,
      json: WorkformInput,
      response: Workform,
      status: 201,
    }),
    async (c) => c.json(await createWorkform(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/:id/duplicate',
    endpoint({
      id: 'duplicateWorkform',
      summary: 'Copy a workform, template or starter',
      access,
      param: IdParam,
      response: Workform,
      status: 201,
      errors: ['not_found'],
    }),
    async (c) => c.json(await duplicateWorkform(c.var.ctx, c.req.valid('param').id), 201),
  )
  .patch(
    '/:id',
    endpoint({
      id: 'updateWorkform',
      summary: 'Update a workform and its open sections',
      access,
      param: IdParam,
      json: UpdateWorkform,
      response: Workform,
      errors: ['not_found', 'stale'],
    }),
    async (c) => c.json(await updateWorkform(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .put(
    '/:id/archived',
    endpoint({
      id: 'archiveWorkform',
      summary: 'Archive or restore a workform',
      access,
      param: IdParam,
      json: SetArchived,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, archiveWorkform(c.var.ctx, c.req.valid('param').id, c.req.valid('json').archived)),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'deleteWorkform',
      summary: 'Delete a workform and withdraw its unapproved sections',
      access,
      param: IdParam,
      query: DeleteWorkformQuery,
      response: Ok,
      errors: ['not_found', 'stale'],
    }),
    (c) => {
      const { unused } = c.req.valid('query')
      return okAfter(c, deleteWorkform(c.var.ctx, c.req.valid('param').id, { onlyUnused: unused === 'true' }))
    },
  )
