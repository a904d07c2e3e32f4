import { Session } from '@portal/contract/auth'
import { IdParam, Ok } from '@portal/contract/common'
import { ConfirmEmailChange, DeclineOffer, OwnRecords, SwitchRecord } from '@portal/contract/sessions'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { withCohortCookie } from '../sessions/cookies.ts'
import { acceptRecord } from './accept-record.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { declineRecord } from './decline-record.ts'
import { listRecords } from './list-records.ts'
import { refuseEmailChange } from './refuse-email-change.ts'
import { switchRecord } from './switch-record.ts'

/** Routes for the bookkeepers of the signed-in client and for their offers. */
export const recordRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listRecords',
      summary: 'List the bookkeepers of the signed-in client, with open offers and email changes',
      access: 'account',
      links: 'allowed',
      response: OwnRecords,
    }),
    async (c) => c.json(await listRecords(c.var.ctx)),
  )
  .post(
    '/switch',
    endpoint({
      id: 'switchRecord',
      summary: 'Switch the session to the record at another bookkeeper; the next sign-in uses it too',
      access: 'account',
      links: 'refused',
      json: SwitchRecord,
      response: Session,
      errors: ['not_found', 'forbidden'],
    }),
    async (c) => c.json(withCohortCookie(c, await switchRecord(c.var.ctx, c.req.valid('json').client_id))),
  )
  .post(
    '/:id/accept',
    endpoint({
      id: 'acceptRecord',
      summary: 'Accept the offer of a bookkeeper and switch the session to that record',
      access: 'account',
      links: 'refused',
      param: IdParam,
      response: Session,
      errors: ['not_found', 'forbidden'],
    }),
    async (c) => c.json(withCohortCookie(c, await acceptRecord(c.var.ctx, c.req.valid('param').id))),
  )
  .post(
    '/:id/decline',
    endpoint({
      id: 'declineRecord',
      summary: 'Decline the offer of a bookkeeper; with a report, their firm cannot invite this address again',
      access: 'account',
      links: 'refused',
      param: IdParam,
      json: DeclineOffer,
      response: Ok,
      errors: ['not_found', 'forbidden'],
    }),
    (c) => okAfter(c, declineRecord(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )

/** Routes for changes of the sign-in address that bookkeepers request. */
export const emailChangeRoutes = new Hono<AppTypes>()
  .post(
    '/:id/confirm',
    endpoint({
      id: 'confirmEmailChange',
      summary: 'Confirm a change of the sign-in address with the token mailed to the new address',
      access: 'client',
      links: 'proof',
      param: IdParam,
      json: ConfirmEmailChange,
      response: Session,
      errors: [
        'not_found',
        'invalid_link',
        'account_exists',
        'email_used_by_bookkeeper',
        'wrong_password',
        'password_missing',
        'wrong_email_code',
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
      summary: 'Refuse a change of the sign-in address',
      access: 'client',
      links: 'allowed',
      param: IdParam,
      response: Ok,
      errors: ['not_found'],
    }),
    (c) => okAfter(c, refuseEmailChange(c.var.ctx, c.req.valid('param').id)),
  )
