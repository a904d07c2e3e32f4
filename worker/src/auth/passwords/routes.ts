import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { changePassword } from './change-password.ts'
import { requestReset } from './request-password-reset.ts'
import { checkReset, resetPassword } from './reset-password.ts'

const OK = { ok: true } as const

/** Passwords of bookkeepers, and the own one. */
export const passwordRoutes = new Hono<AppTypes>()
  .post(
    '/reset-request',
    endpoint({
      id: 'requestPasswordReset',
      summary: 'Mail a bookkeeper a link for a new password; known and unknown addresses get the same answer',
      access: 'public',
      json: A.ResetRequest,
      answer: Ok,
      errors: ['too_many_requests'],
    }),
    async (c) => {
      await requestReset(c.var.ctx, c.req.valid('json').email)
      return c.json(OK)
    },
  )
  .post(
    '/reset/check',
    endpoint({
      id: 'checkPasswordReset',
      summary: 'Check whether a reset link still holds',
      access: 'public',
      json: A.ResetToken,
      answer: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => {
      await checkReset(c.var.ctx, c.req.valid('json').token)
      return c.json(OK)
    },
  )
  .post(
    '/reset',
    endpoint({
      id: 'resetPassword',
      summary: 'Set a new password by the mailed link; ends all sessions',
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
      summary: 'Change the own password; ends the other sessions',
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
