import { IdParam, Ok } from '@portal/contract/common'
import * as F from '@portal/contract/factors'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../../endpoint.ts'
import { okAfter } from '../../../platform/http/ok-after.ts'
import { withSessionCookies } from '../sessions/cookies.ts'
import { challengeFactor } from './challenge-factor.ts'
import { beginFactor } from './begin-factor.ts'
import { mailOwnerCode } from './mail-owner-code.ts'
import { listFactors } from './list-factors.ts'
import { removeFactor } from './remove-factor.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { verifyFactor } from './verify-factor.ts'

const PROOF_ERRORS = ['wrong_password', 'password_missing', 'wrong_email_code', 'too_many_requests', 'busy'] as const

/** Routes for two-step verification. */
export const factorRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({
      id: 'listFactors',
      summary: 'List the second factors of the signed-in user',
      access: 'user',
      links: 'allowed',
      response: F.Factors,
    }),
    async (c) => c.json(await listFactors(c.var.ctx)),
  )
  .post(
    '/',
    endpoint({
      id: 'beginFactor',
      summary: 'Start to set up an authenticator app; the secret is returned only here',
      access: 'user',
      links: 'proof',
      json: F.Reauthentication,
      response: F.Enrollment,
      status: 201,
      errors: ['factor_exists', ...PROOF_ERRORS],
    }),
    async (c) => c.json(await beginFactor(c.var.ctx, c.req.valid('json')), 201),
  )
  .post(
    '/email-code',
    endpoint({
      id: 'mailOwnerCode',
      summary: 'Email the signed-in user, whose account has no password, a code that proves the owner',
      access: 'user',
      links: 'allowed',
      response: Ok,
      errors: ['reauthentication_required', 'too_many_requests'],
    }),
    (c) => okAfter(c, mailOwnerCode(c.var.ctx)),
  )
  .post(
    '/recovery-codes',
    endpoint({
      id: 'renewRecoveryCodes',
      summary: 'Create new recovery codes, which replace the old ones',
      access: 'user',
      links: 'proof',
      json: F.FullReauthentication,
      response: F.RecoveryCodes,
      errors: ['not_found', 'invalid_code', ...PROOF_ERRORS],
    }),
    async (c) => c.json(await renewRecoveryCodes(c.var.ctx, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'removeFactor',
      summary: 'Turn off two-step verification',
      access: 'user',
      links: 'proof',
      param: IdParam,
      json: F.FullReauthentication,
      response: Ok,
      errors: ['not_found', 'invalid_code', ...PROOF_ERRORS],
    }),
    (c) => okAfter(c, removeFactor(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/:id/challenge',
    endpoint({
      id: 'challengeFactor',
      summary: 'Open a challenge for a factor that is being set up; a sign-in opens its own',
      access: 'user',
      links: 'proof',
      param: IdParam,
      response: F.Challenge,
      errors: ['not_found'],
    }),
    async (c) => c.json(await challengeFactor(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/verify',
    endpoint({
      id: 'verifyFactor',
      summary: 'Check the code of a challenge, which finishes the sign-in or turns on the new factor',
      access: 'public',
      param: IdParam,
      json: F.VerifyFactor,
      response: F.VerifyResult,
      errors: ['invalid_code', 'session_expired', 'factor_exists', 'email_not_registered', 'too_many_requests', 'busy'],
    }),
    async (c) => {
      const outcome = await verifyFactor(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json(withSessionCookies(c, outcome))
    },
  )
