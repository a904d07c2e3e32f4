import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { checkCode } from './check-code.ts'
import { requestCode } from './request-code.ts'
import { setClientPassword } from './set-client-password.ts'

/** Routes for clients who sign up or reset their password with a mailed code. */
export const verificationCodeRoutes = new Hono<AppTypes>()
  .post(
    '/code',
    endpoint({
      id: 'requestCode',
      summary: 'Email a client a six-digit code to sign up or to reset the password',
      access: 'public',
      json: A.RequestCode,
      response: Ok,
      errors: ['email_not_registered', 'email_used_by_bookkeeper', 'account_exists', 'too_many_requests'],
    }),
    (c) => okAfter(c, requestCode(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/code/check',
    endpoint({
      id: 'checkCode',
      summary: 'Exchange a correct code for the token that sets the password',
      access: 'public',
      json: A.CheckCode,
      response: A.SetupToken,
      errors: ['invalid_code', 'too_many_requests'],
    }),
    async (c) => c.json(await checkCode(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/password',
    endpoint({
      id: 'setClientPassword',
      summary: 'Set the password of a client with the token of a checked code',
      access: 'public',
      json: A.SetClientPassword,
      response: Ok,
      errors: ['password_weak', 'session_expired', 'email_used_by_bookkeeper', 'account_exists', 'busy'],
    }),
    (c) => okAfter(c, setClientPassword(c.var.ctx, c.req.valid('json'))),
  )
