import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { changePassword } from './change-password.ts'
import { checkPasswordReset } from './check-password-reset.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

/** Routes to reset a bookkeeper's password and to change the password of the signed-in user. */
export const passwordRoutes = new Hono<AppTypes>()
  .post(
    '/reset-request',
    endpoint({
      id: 'requestPasswordReset',
      summary:
        'Email a bookkeeper a link for a new password; the response does not reveal whether the address is known',
      access: 'public',
      json: A.ResetRequest,
      response: Ok,
      errors: ['too_many_requests'],
    }),
    (c) => okAfter(c, requestPasswordReset(c.var.ctx, c.req.valid('json').email)),
  )
  .post(
    '/reset/check',
    endpoint({
      id: 'checkPasswordReset',
      summary: 'Check whether a reset link is valid',
      access: 'public',
      json: A.ResetToken,
      response: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    (c) => okAfter(c, checkPasswordReset(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/reset',
    endpoint({
      id: 'resetPassword',
      summary: 'Set a new password with the mailed link, which ends all sessions',
      access: 'public',
      json: A.ResetPassword,
      response: Ok,
      errors: ['password_weak', 'invalid_link', 'busy'],
    }),
    (c) => okAfter(c, resetPassword(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/change',
    endpoint({
      id: 'changePassword',
      summary: 'Change or set the password of the signed-in user, which ends their other sessions',
      access: 'user',
      links: 'proof',
      json: A.ChangePassword,
      response: Ok,
      errors: ['wrong_password', 'password_missing', 'wrong_email_code', 'password_weak', 'too_many_requests', 'busy'],
    }),
    (c) => okAfter(c, changePassword(c.var.ctx, c.req.valid('json'))),
  )
