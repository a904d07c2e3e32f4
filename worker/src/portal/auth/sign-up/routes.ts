import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { approveSignUp } from './approve-sign-up.ts'
import { confirmEmail } from './confirm-email.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { signUp } from './sign-up.ts'

/** Routes for the sign-up of bookkeepers. */
export const signUpRoutes = new Hono<AppTypes>()
  .post(
    '/sign-up',
    endpoint({
      id: 'signUp',
      summary: 'Register a bookkeeper and email the confirmation link',
      access: 'public',
      json: A.SignUp,
      response: Ok,
      status: 201,
      errors: [
        'password_weak',
        'account_exists',
        'email_used_by_client',
        'sign_up_closed',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => {
      await signUp(c.var.ctx, c.req.valid('json'))
      return c.json({ ok: true } as const, 201)
    },
  )
  .post(
    '/confirm',
    endpoint({
      id: 'confirmEmail',
      summary: 'Confirm the email address with the mailed link',
      access: 'public',
      json: A.ConfirmEmail,
      response: A.Confirmed,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await confirmEmail(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/confirm/again',
    endpoint({
      id: 'resendConfirmation',
      summary: 'Email another confirmation link; the response does not reveal whether the address is known',
      access: 'public',
      json: A.ResendConfirmation,
      response: Ok,
      errors: ['too_many_requests'],
    }),
    (c) => okAfter(c, resendConfirmation(c.var.ctx, c.req.valid('json').email)),
  )
  .post(
    '/approve',
    endpoint({
      id: 'approveSignUp',
      summary: "Approve a bookkeeper's sign-up with the link mailed to the operator",
      access: 'public',
      json: A.ApproveSignUp,
      response: A.ApprovedSignUp,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await approveSignUp(c.var.ctx, c.req.valid('json').token)),
  )
