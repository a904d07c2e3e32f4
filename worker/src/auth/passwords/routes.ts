import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { changePassword } from './change-password.ts'
import { checkPasswordReset } from './check-password-reset.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

const OK = { ok: true } as const

/** Routes to reset a bookkeeper's password and to change the password of the signed-in user. */
export const passwordRoutes = new Hono<AppTypes>()
  .post(
    '/reset-request',
    endpoint({
      id: 'requestPasswordReset',
      summary: 'Mail a bookkeeper a link for a new password; the response does not reveal whether the address is known',
      access: 'public',
      json: A.ResetRequest,
      answer: Ok,
      errors: ['too_many_requests'],
    }),
    async (c) => {
      await requestPasswordReset(c.var.ctx, c.req.valid('json').email)
      return c.json(OK)
    },
  )
  .post(
    '/reset/check',
    endpoint({
      id: 'checkPasswordReset',
      summary: 'Check whether a reset link is valid',
      access: 'public',
      json: A.ResetToken,
      answer: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => {
      await checkPasswordReset(c.var.ctx, c.req.valid('json').token)
      return c.json(OK)
    },
  )
  .post(
    '/reset',
    endpoint({
      id: 'resetPassword',
      summary: 'Set a new password with the mailed link, which ends all sessions',
      access: 'public',
      json: A.ResetPassword,
      answer: Ok,
      errors: ['password_weak', 'invalid_link', 'busy'],
    }),
    async (c) => {
      const { token, password } = c.req.valid('json')
      await resetPassword(c.var.ctx, token, password)
      return c.json(OK)
    },
  )
  .post(
    '/change',
    endpoint({
      id: 'changePassword',
      summary: 'Change the password of the signed-in user, which ends their other sessions',
      access: 'user',
      json: A.ChangePassword,
      answer: Ok,
      errors: ['wrong_password', 'password_weak', 'too_many_requests', 'stale', 'busy'],
    }),
    async (c) => {
      await changePassword(c.var.ctx, c.req.valid('json'))
      return c.json(OK)
    },
  )
