import { IdParam, Ok } from '@portal/contract/common'
import { CreatedGuestLink, Delegations, NewDelegation } from '@portal/contract/guests'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { finishDelegation } from './finish-delegation.ts'
import { listDelegations } from './list-delegations.ts'
import { makeDelegation } from './make-delegation.ts'

/** Routes with which a client lets another person fill in a section. */
export const delegationRoutes = new Hono<AppTypes>()
  .get(
    '/sections/:id/delegations',
    endpoint({
      id: 'listDelegations',
      summary: 'List the links with which other people fill in a section',
      access: 'client',
      param: IdParam,
      response: Delegations,
      errors: ['not_found'],
    }),
    async (c) => c.json(await listDelegations(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/sections/:id/delegations',
    endpoint({
      id: 'makeDelegation',
      summary: 'Make a link with which another person fills in a section',
      access: 'client',
      param: IdParam,
      json: NewDelegation,
      status: 201,
      response: CreatedGuestLink,
      errors: ['not_found', 'archived', 'section_locked', 'too_many_links'],
    }),
    async (c) => c.json(await makeDelegation(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 201),
  )
  .post(
    '/sections/:id/delegations/done',
    endpoint({
      id: 'finishDelegation',
      summary: 'Tell the client that the section is filled in, as the person behind a link',
      access: 'client',
      guests: 'section',
      param: IdParam,
      response: Ok,
      errors: ['not_found', 'archived', 'section_locked'],
    }),
    (c) => okAfter(c, finishDelegation(c.var.ctx, c.req.valid('param').id)),
  )
