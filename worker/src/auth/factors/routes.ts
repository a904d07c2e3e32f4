import { IdParam, Ok } from '@portal/contract/common'
import * as F from '@portal/contract/factors'
import { Hono } from 'hono'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { setRefreshCookie } from '../sessions/cookies.ts'
import { challengeFactor } from './challenge-factor.ts'
import { enrolFactor } from './enrol-factor.ts'
import { listFactors } from './list-factors.ts'
import { removeFactor } from './remove-factor.ts'
import { renewCodes } from './renew-codes.ts'
import { verifyFactor } from './verify-factor.ts'

const PASSWORD_ERRORS = ['wrong_password', 'password_missing', 'too_many_requests', 'busy'] as const

/** Two-step verification: the specification's /factors calls. */
export const factorRoutes = new Hono<AppTypes>()
  .get(
    '/',
    endpoint({ id: 'listFactors', summary: 'The own second factors', access: 'user', answer: F.Factors }),
    async (c) => c.json(await listFactors(c.var.ctx)),
  )
  .post(
    '/',
    endpoint({
      id: 'beginFactor',
      summary: 'Begin to set up an authenticator app; its secret is told here and never again',
      access: 'user',
      json: F.Reauthentication,
      answer: F.Enrolment,
      status: 201,
      errors: ['factor_exists', ...PASSWORD_ERRORS],
    }),
    async (c) => c.json(await enrolFactor(c.var.ctx, c.req.valid('json').password), 201),
  )
  .post(
    '/recovery-codes',
    endpoint({
      id: 'renewRecoveryCodes',
      summary: 'Make new recovery codes; the ones before stop working',
      access: 'user',
      json: F.FullReauthentication,
      answer: F.RecoveryCodes,
      errors: ['not_found', 'invalid_code', ...PASSWORD_ERRORS],
    }),
    async (c) => c.json(await renewCodes(c.var.ctx, c.req.valid('json'))),
  )
  .delete(
    '/:id',
    endpoint({
      id: 'removeFactor',
      summary: 'Turn two-step verification off',
      access: 'user',
      param: IdParam,
      json: F.FullReauthentication,
      answer: Ok,
      errors: ['not_found', 'invalid_code', ...PASSWORD_ERRORS],
    }),
    async (c) => {
      await removeFactor(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      return c.json({ ok: true } as const)
    },
  )
  .post(
    '/:id/challenge',
    endpoint({
      id: 'challengeFactor',
      summary: 'Open a challenge on a factor that is being set up (a sign-in brings its own along)',
      access: 'user',
      param: IdParam,
      answer: F.Challenge,
      errors: ['not_found'],
    }),
    async (c) => c.json(await challengeFactor(c.var.ctx, c.req.valid('param').id)),
  )
  .post(
    '/:id/verify',
    endpoint({
      id: 'verifyFactor',
      summary: 'Enter the code of a challenge: finishes the sign-in, or turns the new factor on',
      access: 'public',
      param: IdParam,
      json: F.VerifyFactor,
      answer: F.VerifyResult,
      errors: ['invalid_code', 'session_expired', 'factor_exists', 'email_not_registered', 'too_many_requests', 'busy'],
    }),
    async (c) => {
      const answer = await verifyFactor(c.var.ctx, c.req.valid('param').id, c.req.valid('json'))
      if ('recovery_codes' in answer) return c.json(answer)
      setRefreshCookie(c, answer.refreshToken)
      return c.json(answer.session)
    },
  )
