import { ChangeAssignment } from '@portal/contract/assignments'
import { Id, Ok, SetArchived } from '@portal/contract/common'
import { Hono } from 'hono'
import * as z from 'zod'
import { archiveAssignment } from '../assignments/archive-assignment.ts'
import { changeAssignment } from '../assignments/change-assignment.ts'
import { removeAssignment } from '../assignments/remove-assignment.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'

const access = 'bookkeeper'
const AssignmentParam = z.object({ id: Id, workformId: Id })

/** Routes for the assigned workforms of a client. */
export const assignmentRoutes = new Hono<AppTypes>()
  .patch(
    '/:id/workforms/:workformId',
    endpoint({
      id: 'changeAssignment',
      summary: 'Change the due date and notes of an assigned workform',
      access,
      param: AssignmentParam,
      json: ChangeAssignment,
      response: Ok,
      errors: ['not_found', 'past_due_date', 'archived'],
    }),
    (c) => {
      const { id, workformId } = c.req.valid('param')
      return okAfter(c, changeAssignment(c.var.ctx, id, workformId, c.req.valid('json')))
    },
  )
  .put(
    '/:id/workforms/:workformId/archived',
    endpoint({
      id: 'archiveAssignment',
      summary: 'Archive or restore an assigned workform',
      access,
      param: AssignmentParam,
      json: SetArchived,
      response: Ok,
      errors: ['not_found', 'stale'],
    }),
    (c) => {
      const { id, workformId } = c.req.valid('param')
      return okAfter(c, archiveAssignment(c.var.ctx, id, workformId, c.req.valid('json').archived))
    },
  )
  .delete(
    '/:id/workforms/:workformId',
    endpoint({
      id: 'removeAssignment',
      summary: 'Remove an assigned workform with all answers',
      access,
      param: AssignmentParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => {
      const { id, workformId } = c.req.valid('param')
      return okAfter(c, removeAssignment(c.var.ctx, id, workformId))
    },
  )
