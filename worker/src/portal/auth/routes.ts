import * as A from '@portal/contract/auth'
import { Ok } from '@portal/contract/common'
import { SignInResult } from '@portal/contract/factors'
import { Hono } from 'hono'
import type { Context } from '../../context.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { factorRoutes } from './factors/routes.ts'
import { guestRoutes } from './guests/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { knownBrowserRoutes } from './known-browsers/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { oneTapRoutes } from './one-tap/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { passwordRoutes } from './passwords/routes.ts'
import { emailChangeRoutes, recordRoutes } from './records/routes.ts'
import { verifyAccessToken } from '../../platform/access/access-token.ts'
import {
  clearSessionCookies,
  deviceCookie,
  ownPagesOnly,
  refreshCookie,
  withSessionCookies,
} from './sessions/cookies.ts'
import { refreshSession } from './sessions/refresh-session.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { getRole } from './sign-in/get-role.ts'
import { signIn } from './sign-in/sign-in.ts'
import { signOut } from './sign-in/sign-out.ts'
import { signUpRoutes } from './sign-up/routes.ts'
import { verificationCodeRoutes } from './verification-codes/routes.ts'

/** Returns the session id of a valid access token, or undefined. */
async function sessionIdOf(ctx: Context, authorization: string | undefined): Promise<string | undefined> {
  if (!authorization?.startsWith('Bearer ')) return undefined
  try {
    return (await verifyAccessToken(ctx.settings.AUTH_SECRET, authorization.slice(7), ctx.now)).sessionId
  } catch {
    return undefined
  }
}

/** Routes for signing in and out. */
const signInRoutes = new Hono<AppTypes>()
  .post(
    '/sign-in',
    endpoint({
      id: 'signIn',
      summary:
        'Sign in at one of the two portals; sets the refresh cookie, or returns a challenge for the second factor',
      access: 'public',
      json: A.SignIn,
      response: SignInResult,
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
    async (c) => c.json(withSessionCookies(c, await signIn(c.var.ctx, c.req.valid('json')))),
  )
  .post(
    '/refresh',
    endpoint({
      id: 'refreshSession',
      summary: 'Exchange the refresh cookie for a new one and a new access token',
      access: 'public',
      response: A.Session,
      errors: ['unauthenticated'],
    }),
    async (c) => c.json(withSessionCookies(c, await refreshSession(c.var.ctx, refreshCookie(c)))),
  )
  .post(
    '/sign-out',
    endpoint({ id: 'signOut', summary: 'End the current session', access: 'public', response: Ok }),
    async (c) => {
      const { ctx } = c.var
      await signOut(ctx, {
        refreshToken: refreshCookie(c),
        sessionId: await sessionIdOf(ctx, c.req.header('authorization')),
      })
      clearSessionCookies(c)
      return c.json({ ok: true } as const)
    },
  )
  .get(
    '/role',
    endpoint({
      id: 'getRole',
      summary: 'Get the role on the profile of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: A.UserRole,
    }),
    async (c) => c.json(await getRole(c.var.ctx)),
  )

/** All routes under /api/auth, except the redirects of sign-in providers. */
export const authRoutes = new Hono<AppTypes>()
  .use(ownPagesOnly)
  .use(deviceCookie)
  .route('/', signUpRoutes)
  .route('/', signInRoutes)
  .route('/sessions', sessionRoutes)
  .route('/records', recordRoutes)
  .route('/email-changes', emailChangeRoutes)
  .route('/password', passwordRoutes)
  .route('/client', verificationCodeRoutes)
  .route('/invitation', invitationRoutes)
  .route('/known-browsers', knownBrowserRoutes)
  .route('/one-tap', oneTapRoutes)
  .route('/guest-links', guestRoutes)
  .route('/factors', factorRoutes)
  .route('/passkeys', passkeyRoutes)
  .route('/oauth', oauthRoutes)
