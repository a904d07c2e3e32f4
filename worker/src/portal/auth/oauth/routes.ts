import { IdParam, Ok } from '@portal/contract/common'
import { FullReauthentication, SignInResult } from '@portal/contract/factors'
import * as O from '@portal/contract/oauth'
import { type Context as HonoContext, Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { log } from '../../../platform/log.ts'
import { withSessionCookies } from '../sessions/cookies.ts'
import type { SignInOutcome } from '../sign-in/proven-identity.ts'
import { startProviderSignIn, unsealFlow, safeNext } from './start-provider-sign-in.ts'
import { clearPendingCookie, pendingCookie, setPendingCookie, setFlowCookie, takeFlowCookie } from './cookies.ts'
import { OAuthFailure } from './oauth-failure.ts'
import { finishProviderSignIn } from './finish-provider-sign-in.ts'
import { listIdentities } from './list-identities.ts'
import { linkIdentity } from './link-identity.ts'
import { providersOf } from './providers.ts'
import { unlinkIdentity } from './unlink-identity.ts'
import { finishProviderRedirect } from './finish-provider-redirect.ts'

/** Redirects to the sign-in page. Its URL contains no secrets. */
function redirectToSignIn(
  c: HonoContext,
  search: { oauth?: 'finish'; oauth_error?: string; next?: string | undefined },
): Response {
  const query = new URLSearchParams(Object.entries(search).filter((e): e is [string, string] => e[1] !== undefined))
  return c.redirect(`/?${query.toString()}`, 303)
}

function redirectAfterFailure(c: HonoContext<AppTypes>, error: unknown, next: string | undefined): Response {
  if (!(error instanceof OAuthFailure)) throw error
  const { reason, cause } = error
  // Log only the type of the error: its message may quote personal data from the provider.
  log('oauth_failed', { id: c.var.ctx.requestId, reason, error: cause instanceof Error ? cause.name : '' })
  return redirectToSignIn(c, { oauth_error: reason, next })
}

function respond(c: HonoContext, result: SignInOutcome) {
  clearPendingCookie(c)
  return c.json(withSessionCookies(c, result))
}

/** Routes for signing in through a provider and for linked provider accounts. */
export const oauthRoutes = new Hono<AppTypes>()
  .get(
    '/providers',
    endpoint({
      id: 'listProviders',
      summary: 'List the configured sign-in providers, and whether bookkeepers can sign up',
      access: 'public',
      response: O.OAuthProviders,
    }),
    (c) => c.json({ providers: providersOf(c.var.ctx.settings), sign_up: c.var.ctx.settings.SIGN_UP }),
  )
  .get(
    '/identities',
    endpoint({
      id: 'listIdentities',
      summary: 'List the linked accounts at sign-in providers',
      access: 'bookkeeper',
      response: O.Identities,
    }),
    async (c) => c.json(await listIdentities(c.var.ctx)),
  )
  .delete(
    '/identities/:id',
    endpoint({
      id: 'unlinkIdentity',
      summary: 'Unlink an account at a sign-in provider',
      access: 'bookkeeper',
      param: IdParam,
      json: FullReauthentication,
      response: Ok,
      errors: [
        'not_found',
        'last_sign_in_method',
        'wrong_password',
        'password_missing',
        'wrong_email_code',
        'invalid_code',
        'too_many_requests',
        'busy',
      ],
    }),
    (c) => okAfter(c, unlinkIdentity(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/finish',
    endpoint({
      id: 'finishProviderSignIn',
      summary: 'Finish a sign-in through a provider after its redirect',
      access: 'public',
      json: O.OAuthFinish,
      response: O.OAuthResult,
      errors: [
        'session_expired',
        'email_used_by_client',
        'email_not_verified',
        'password_missing',
        'account_exists',
        'sign_up_closed',
        'awaiting_approval',
        'too_many_requests',
      ],
    }),
    async (c) => {
      const result = await finishProviderSignIn(c.var.ctx, pendingCookie(c), c.req.valid('json').timeZone)
      return 'link' in result ? c.json(result) : respond(c, result)
    },
  )
  .post(
    '/link',
    endpoint({
      id: 'linkIdentity',
      summary: "Link a provider's account to the account with its address, with that account's password",
      access: 'public',
      json: O.OAuthLink,
      response: SignInResult,
      errors: [
        'session_expired',
        'wrong_password',
        'email_not_verified',
        'account_exists',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => respond(c, await linkIdentity(c.var.ctx, pendingCookie(c), c.req.valid('json').password)),
  )
  .get(
    '/:provider/start',
    endpoint({
      id: 'startProviderSignIn',
      summary: 'Redirect the browser to a sign-in provider',
      access: 'public',
      param: O.ProviderParam,
      query: O.OAuthStart,
      status: 303,
    }),
    async (c) => {
      const { next } = c.req.valid('query')
      try {
        const { url, state, sealed } = await startProviderSignIn(c.var.ctx, c.req.valid('param').provider, next)
        setFlowCookie(c, state, sealed)
        return c.redirect(url.toString(), 303)
      } catch (error) {
        return redirectAfterFailure(c, error, safeNext(next))
      }
    },
  )

/** Route to which providers redirect. It is separate because `authRoutes` refuses requests from other sites. */
export const oauthReturnRoutes = new Hono<AppTypes>().get(
  '/:provider/callback',
  endpoint({
    id: 'finishProviderRedirect',
    summary: 'Receive the redirect of a sign-in provider',
    access: 'public',
    param: O.ProviderParam,
    query: O.OAuthCallback,
    status: 303,
  }),
  async (c) => {
    const { ctx } = c.var
    const { provider } = c.req.valid('param')
    const response = c.req.valid('query')
    const flow = await unsealFlow(ctx, provider, takeFlowCookie(c, response.state))
    try {
      setPendingCookie(c, await finishProviderRedirect(ctx, provider, flow, response))
      return redirectToSignIn(c, { oauth: 'finish', next: flow?.next })
    } catch (error) {
      return redirectAfterFailure(c, error, flow?.next)
    }
  },
)
