import { IdParam, Ok } from '@portal/contract/common'
import { FullReauthentication, SignInResult } from '@portal/contract/factors'
import * as O from '@portal/contract/oauth'
import { type Context as HonoContext, Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { log } from '../../log.ts'
import { setRefreshCookie } from '../sessions/cookies.ts'
import type { SignedInOrDue } from '../sign-in/sign-in.ts'
import { beginOAuth, openFlow, safeNext } from './begin-oauth.ts'
import { arrivalCookie, clearArrivalCookie, setArrivalCookie, setFlowCookie, takeFlowCookie } from './cookies.ts'
import { OAuthFailure } from './failure.ts'
import { finishOAuth } from './finish-oauth.ts'
import { listIdentities, unlinkIdentity } from './identities.ts'
import { linkOAuth } from './link-oauth.ts'
import { providersOf } from './providers.ts'
import { returnOAuth } from './return-oauth.ts'

/** Back to the sign-in page, which knows what to say or do. Nothing in its address is a secret. */
function toSignIn(
  c: HonoContext,
  search: { oauth?: 'finish'; oauth_error?: string; next?: string | undefined },
): Response {
  const query = new URLSearchParams(Object.entries(search).filter((e): e is [string, string] => e[1] !== undefined))
  return c.redirect(`/?${query.toString()}`, 303)
}

function failed(c: HonoContext<AppTypes>, error: unknown, next: string | undefined): Response {
  if (!(error instanceof OAuthFailure)) throw error
  const { reason, cause } = error
  // Only what kind of error it was: its message may quote what the provider said of a person.
  log('oauth_failed', { id: c.var.ctx.requestId, reason, error: cause instanceof Error ? cause.name : '' })
  return toSignIn(c, { oauth_error: reason, next })
}

function readStoredAnswer(c: HonoContext, answer: SignedInOrDue) {
  clearArrivalCookie(c)
  if ('second_factor' in answer) return c.json(answer)
  setRefreshCookie(c, answer.refreshToken)
  return c.json(answer.session)
}

/** Signing in through a provider, and the accounts there that are linked. */
export const oauthRoutes = new Hono<AppTypes>()
  .get(
    '/providers',
    endpoint({
      id: 'listProviders',
      summary: 'List the configured sign-in providers, and whether bookkeepers can sign up',
      access: 'public',
      answer: O.OAuthProviders,
    }),
    (c) => c.json({ providers: providersOf(c.var.ctx.settings), sign_up: c.var.ctx.settings.SIGN_UP }),
  )
  .get(
    '/identities',
    endpoint({
      id: 'listIdentities',
      summary: 'The linked accounts at sign-in providers',
      access: 'bookkeeper',
      answer: O.Identities,
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
      json: FullReauthentication.partial(),
      answer: Ok,
      errors: [
        'not_found',
        'last_way_in',
        'wrong_password',
        'password_missing',
        'invalid_code',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => {
      const { password = '', code } = c.req.valid('json')
      await unlinkIdentity(c.var.ctx, c.req.valid('param').id, { password, code })
      return c.json({ ok: true } as const)
    },
  )
  .post(
    '/finish',
    endpoint({
      id: 'finishProviderSignIn',
      summary: 'Finish signing in through a provider, right after coming back from it',
      access: 'public',
      json: O.OAuthFinish,
      answer: O.OAuthResult,
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
      const answer = await finishOAuth(c.var.ctx, arrivalCookie(c), c.req.valid('json').timeZone)
      return 'link' in answer ? c.json(answer) : readStoredAnswer(c, answer)
    },
  )
  .post(
    '/link',
    endpoint({
      id: 'linkIdentity',
      summary: "Link the provider's account to the account with its address, by that account's password",
      access: 'public',
      json: O.OAuthLink,
      answer: SignInResult,
      errors: [
        'session_expired',
        'wrong_password',
        'email_not_verified',
        'account_exists',
        'too_many_requests',
        'busy',
      ],
    }),
    async (c) => readStoredAnswer(c, await linkOAuth(c.var.ctx, arrivalCookie(c), c.req.valid('json').password)),
  )
  .get(
    '/:provider/start',
    endpoint({
      id: 'startProviderSignIn',
      summary: 'Send the browser to a sign-in provider',
      access: 'public',
      param: O.ProviderParam,
      query: O.OAuthStart,
      status: 303,
    }),
    async (c) => {
      const { next } = c.req.valid('query')
      try {
        const { url, state, sealed } = await beginOAuth(c.var.ctx, c.req.valid('param').provider, next)
        setFlowCookie(c, state, sealed)
        return c.redirect(url.toString(), 303)
      } catch (error) {
        return failed(c, error, safeNext(next))
      }
    },
  )

/** Where providers send browsers back to: from another site, so it stands apart from what only own pages may call. */
export const oauthReturnRoutes = new Hono<AppTypes>().get(
  '/:provider/callback',
  endpoint({
    id: 'finishProviderRedirect',
    summary: 'Where a sign-in provider sends the browser back to',
    access: 'public',
    param: O.ProviderParam,
    query: O.OAuthCallback,
    status: 303,
  }),
  async (c) => {
    const { ctx } = c.var
    const { provider } = c.req.valid('param')
    const answer = c.req.valid('query')
    const flow = await openFlow(ctx, provider, takeFlowCookie(c, answer.state))
    try {
      setArrivalCookie(c, await returnOAuth(ctx, provider, flow, answer))
      return toSignIn(c, { oauth: 'finish', next: flow?.next })
    } catch (error) {
      return failed(c, error, flow?.next)
    }
  },
)
