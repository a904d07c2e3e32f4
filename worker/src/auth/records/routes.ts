import { Session } from '@portal/contract/auth'
import { IdParam, Ok } from '@portal/contract/common'
import { ConfirmEmailChange, DeclineOffer, OwnRecords, SwitchRecord } from '@portal/contract/sessions'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { refuseEmailChange } from './email-changes.ts'
import { acceptOffer, declineOffer } from './offers.ts'
import { listRecords, switchRecord } from './records.ts'

const OK = { ok: true } as const

/** The bookkeepers of a client, and those who ask to become one. */
export const recordRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listRecords',
      summary: 'List the bookkeepers of the signed-in client, and those who ask',
      access: 'account',
      answer: OwnRecords,
    }),
    async (c) => c.json(await listRecords(c.var.ctx)),
  )
  .post(
    '/switch',
    endpoint({
      id: 'switchRecord',
      summary: 'Move the session to the record at another bookkeeper; remembered at the next sign-in',
      access: 'account',
      json: SwitchRecord,
      answer: Session,
      errors: ['not_found'],
    }),
    async (c) => c.json(await switchRecord(c.var.ctx, c.req.valid('json').client_id)),
  )
  .post(
    '/:id/accept',
    endpoint({
      id: 'acceptRecord',
      summary: 'Accept a bookkeeper who asks; the session moves to that record',
      access: 'account',
      param: IdParam,
      answer: Session,
      errors: ['not_found'],
    }),
    async (c) => c.json(await acceptOffer(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/decline',
    endpoint({
      id: 'declineRecord',
      summary: 'Decline a bookkeeper who asks; a report also keeps their firm from inviting this address again',
      access: 'account',
      param: IdParam,
      json: DeclineOffer,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await declineOffer(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json(OK)
    },
  )

/** Other addresses that bookkeepers ask a client to sign in with. */
export const emailChangeRoutes = new Hono<AppTypes>()
  .post(
    '/:id/confirm',
    endpoint({
      id: 'confirmEmailChange',
      summary: 'Confirm another sign-in address, with the token that was mailed there',
      access: 'client',
      param: IdParam,
      json: ConfirmEmailChange,
      answer: Session,
      errors: [
        'not_found',
        'invalid_link',
        'account_exists',
        'email_used_by_bookkeeper',
        'wrong_password',
        'password_missing',
        'invalid_code',
        'too_many_requests',
        'stale',
      ],
    }),
    async (c) => c.json(await confirmEmailChange(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/refuse',
    endpoint({
      id: 'refuseEmailChange',
      summary: 'Refuse another sign-in address',
      access: 'client',
      param: IdParam,
      answer: Ok,
      errors: ['not_found'],
    }),
    async (c) => {
      await refuseEmailChange(c.var.ctx, c.req.valid('param').id)
      return c.json(OK)
    },
  )
