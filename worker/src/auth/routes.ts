import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { SignInResult } from '@portal/contract/factors'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { approveSignUp } from './sign-up/approval.ts'
import { confirmEmail } from './sign-up/confirm-email.ts'
import { clientRoutes } from './verification-codes/routes.ts'
import { confirmAgain } from './sign-up/confirmation.ts'
import { clearRefreshCookie, deviceCookie, ownPagesOnly, refreshCookie, setRefreshCookie } from './sessions/cookies.ts'
import { factorRoutes } from './factors/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { emailChangeRoutes, recordRoutes } from './records/routes.ts'
import { getRole } from './sign-in/get-role.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { refreshSession } from './sessions/refresh-session.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { signUp } from './sign-up/sign-up.ts'
import { verifyAccessToken } from './sessions/access-token.ts'

const OK = { ok: true } as const

/** The session of an access token, where one was sent that still holds. */
async function sessionOf(ctx: Context, authorization: string | undefined): Promise<string | undefined> {
  if (!authorization?.startsWith('Bearer ')) return undefined
  try {
    return (await verifyAccessToken(ctx.settings.AUTH_SECRET, authorization.slice(7), ctx.now)).sessionId
  } catch {
    return undefined
  }
}

/** Signing up, in and out, and passwords of bookkeepers. */
const account = new Hono<AppTypes>()
  .post(
    '/sign-up',
    endpoint({
      id: 'signUp',
      summary: 'Register a bookkeeper and mail the confirmation link',
      access: 'public',
      json: A.SignUp,
      answer: Ok,
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
      return c.json(OK, 201)
    },
  )
  .post(
    '/confirm',
    endpoint({
      id: 'confirmEmail',
      summary: 'Confirm the e-mail address by the mailed link',
      access: 'public',
      json: A.ConfirmEmail,
      answer: A.Confirmed,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await confirmEmail(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/confirm/again',
    endpoint({
      id: 'resendConfirmation',
      summary: 'Mail another confirmation link; known and unknown addresses get the same answer',
      access: 'public',
      json: A.ResendConfirmation,
      answer: Ok,
      errors: ['too_many_requests'],
    }),
    async (c) => {
      await confirmAgain(c.var.ctx, c.req.valid('json').email)
      return c.json(OK)
    },
  )
  .post(
    '/approve',
    endpoint({
      id: 'approveSignUp',
      summary: "Approve a bookkeeper's sign-up with the link mailed to the operator",
      access: 'public',
      json: A.ApproveSignUp,
      answer: A.ApprovedSignUp,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await approveSignUp(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/sign-in',
    endpoint({
      id: 'signIn',
      summary:
        'Sign in at one of the two portals; the refresh token comes as a cookie. Where a second factor is on, a challenge comes instead',
      access: 'public',
      json: A.SignIn,
      answer: SignInResult,
      errors: [
        'invalid_credentials',
        'wrong_portal',
        'email_not_confirmed',
        'awaiting_approval',
        'email_not_registered',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => {
      const answer = await signIn(c.var.ctx, c.req.valid('json'))
      if ('second_factor' in answer) return c.json(answer)
      setRefreshCookie(c, answer.refreshToken)
      return c.json(answer.session)
    },
  )
  .post(
    '/refresh',
    endpoint({
      id: 'refreshSession',
      summary: 'Exchange the refresh cookie for a new one and a fresh access token',
      access: 'public',
      answer: A.Session,
      errors: ['unauthenticated'],
    }),
    async (c) => {
      const { session, refreshToken } = await refreshSession(c.var.ctx, refreshCookie(c))
      setRefreshCookie(c, refreshToken)
      return c.json(session)
    },
  )
  .post(
    '/sign-out',
    endpoint({ id: 'signOut', summary: 'End the session', access: 'public', answer: Ok }),
    async (c) => {
      const { ctx } = c.var
      await signOut(ctx, {
        refreshToken: refreshCookie(c),
        sessionId: await sessionOf(ctx, c.req.header('authorization')),
      })
      clearRefreshCookie(c)
      return c.json(OK)
    },
  )
  .get(
    '/role',
    endpoint({ id: 'getRole', summary: 'get_user_role: the role on the profile', access: 'user', answer: A.UserRole }),
    async (c) => c.json(await getRole(c.var.ctx)),
  )

/** Everything under /api/auth. */
export const authRoutes = new Hono<AppTypes>()
  .use(ownPagesOnly)
  .use(deviceCookie)
  .route('/', account)
  .route('/sessions', sessionRoutes)
  .route('/records', recordRoutes)
  .route('/email-changes', emailChangeRoutes)
  .route('/password', passwordRoutes)
  .route('/client', clientRoutes)
  .route('/invitation', invitationRoutes)
  .route('/factors', factorRoutes)
  .route('/oauth', oauthRoutes)
