import { Ok } from '@portal/contract/common'
import * as F from '@portal/contract/flag-settings'
import { Hono } from 'hono'
import { commit } from '../../platform/db/write.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { requireOperator } from '../operators/require-operator.ts'
import { resetFlag, setFlag } from './change-flag.ts'
import { flagTarget } from './flag-target.ts'
import { listFlags } from './list-flags.ts'
import { requireFlag } from './require-flag.ts'

/** Routes for feature flags on the operator page. Only operators may call them, because a flag belongs to no remote. */
export const flagRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint(
      {
        id: 'listFlags',
        summary: 'List the feature flags with their values (requires the session of an operator)',
        access: 'public',
        site: 'operators',
        response: F.FlagStates,
        errors: ['forbidden', 'unauthenticated'],
      },
      requireOperator('operator'),
    ),
    async (c) => c.json({ items: await listFlags(c.var.ctx.db) }),
  )
  .put(
    '/:name',
    endpoint(
      {
        id: 'setFlag',
        summary: 'Set a value of a feature flag (requires the session of an operator)',
        access: 'public',
        site: 'operators',
        param: F.FlagParam,
        json: F.SetFlag,
        response: Ok,
        errors: ['forbidden', 'unauthenticated', 'not_found'],
      },
      requireOperator('operator'),
    ),
    async (c) => {
      const { ctx, operator } = c.var
      const { percent, ...given } = c.req.valid('json')
      const { name } = c.req.valid('param')
      const [target] = await Promise.all([flagTarget(ctx.db, given), requireFlag(ctx.db, name)])
      return okAfter(c, commit(ctx, setFlag(ctx, operator.email, name, target, percent)))
    },
  )
  .delete(
    '/:name',
    endpoint(
      {
        id: 'resetFlag',
        summary: 'Remove a value of a feature flag (requires the session of an operator)',
        access: 'public',
        site: 'operators',
        param: F.FlagParam,
        query: F.ResetFlag,
        response: Ok,
        errors: ['forbidden', 'unauthenticated', 'not_found'],
      },
      requireOperator('operator'),
    ),
    async (c) => {
      const { ctx, operator } = c.var
      const { name } = c.req.valid('param')
      await requireFlag(ctx.db, name)
      const { target } = c.req.valid('query')
      return okAfter(c, commit(ctx, resetFlag(ctx, operator.email, name, target)))
    },
  )
