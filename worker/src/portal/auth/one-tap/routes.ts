import { Ok } from '@portal/contract/common'
import { SignInResult } from '@portal/contract/factors'
import * as O from '@portal/contract/one-tap'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { withSessionCookies } from '../sessions/cookies.ts'
import { confirmDevice } from './confirm-device.ts'
import { getLink } from './get-link.ts'
import { mailLinkCode } from './mail-code.ts'
import { openLink } from './open-link.ts'
import { renewLink } from './renew-link.ts'

const SIGN_IN_ERRORS = ['invalid_link', 'session_expired', 'too_many_requests', 'busy'] as const

/** Routes for the links in mails to clients. The token is in the body, so that it is in no log. */
export const oneTapRoutes = new Hono<AppTypes>()
  .post(
    '/look-up',
    endpoint({
      id: 'getOneTapLink',
      summary: 'Get whom a one-tap link or an invitation is for, and what waits; changes nothing',
      access: 'public',
      json: O.OneTapToken,
      response: O.OneTapLink,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    async (c) => c.json(await getLink(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/open',
    endpoint({
      id: 'openOneTapLink',
      summary:
        'Sign in with a one-tap link, in the browser that uses it first; an invitation creates an account for it',
      access: 'public',
      json: O.OpenOneTapLink,
      response: SignInResult,
      errors: ['forbidden', 'account_exists', 'email_used_by_bookkeeper', 'stale', ...SIGN_IN_ERRORS],
    }),
    async (c) => c.json(withSessionCookies(c, await openLink(c.var.ctx, c.req.valid('json')))),
  )
  .post(
    '/code',
    endpoint({
      id: 'mailOneTapCode',
      summary: 'Email the owner of a one-tap link a code to open it in this browser',
      access: 'public',
      json: O.OneTapToken,
      response: Ok,
      errors: ['invalid_link', 'too_many_requests'],
    }),
    (c) => okAfter(c, mailLinkCode(c.var.ctx, c.req.valid('json').token)),
  )
  .post(
    '/confirm',
    endpoint({
      id: 'confirmOneTapDevice',
      summary: 'Sign in with a one-tap link and the mailed code, in any browser',
      access: 'public',
      json: O.ConfirmDevice,
      response: SignInResult,
      errors: ['invalid_code', ...SIGN_IN_ERRORS],
    }),
    async (c) => c.json(withSessionCookies(c, await confirmDevice(c.var.ctx, c.req.valid('json')))),
  )
  .post(
    '/renew',
    endpoint({
      id: 'renewOneTapLink',
      summary: 'Email the owner of a one-tap link a new one; the answer is the same for unknown links',
      access: 'public',
      json: O.RenewLink,
      response: Ok,
      errors: ['too_many_requests'],
    }),
    (c) => okAfter(c, renewLink(c.var.ctx, c.req.valid('json'))),
  )
