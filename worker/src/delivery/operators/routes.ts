import { Ok } from '@portal/contract/common'
import {
  CurrentOperatorSession,
  OperatorSession,
  RequestOperatorCode,
  SignInOperator,
} from '@portal/contract/operators'
import { Hono } from 'hono'
import { deviceCookie, ownPagesOnly } from '../../portal/auth/sessions/cookies.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../platform/http/ok-after.ts'
import { endOperatorSession } from './end-operator-session.ts'
import type { Operator } from './operator.ts'
import { requestOperatorCode } from './request-operator-code.ts'
import { operatorOf } from './require-operator.ts'
import { clearOperatorCookie, operatorCookie, setOperatorCookie } from './session-cookie.ts'
import { signInOperator } from './sign-in-operator.ts'

const sessionOf = ({ email, remotes, expiresAt }: Operator): OperatorSession => ({
  email,
  remotes: remotes && [...remotes],
  expires_at: expiresAt,
})

/** Routes for signing in to the operator page: for operators and the people of the teams of remotes. */
export const operatorRoutes = new Hono<AppTypes>()
  .use(ownPagesOnly)
  .use(deviceCookie)
  .post(
    '/code',
    endpoint({
      id: 'requestOperatorCode',
      summary: 'Email an operator or a person of a team a sign-in code; the response is the same for other addresses',
      access: 'public',
      site: 'operators',
      json: RequestOperatorCode,
      response: Ok,
      errors: ['forbidden', 'too_many_requests'],
    }),
    (c) => okAfter(c, requestOperatorCode(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/sign-in',
    endpoint({
      id: 'signInOperator',
      summary: 'Sign an operator or a person of a team in with a mailed code; sets the session cookie',
      access: 'public',
      site: 'operators',
      json: SignInOperator,
      response: OperatorSession,
      errors: ['forbidden', 'invalid_code', 'too_many_requests'],
    }),
    async (c) => {
      const { token, operator } = await signInOperator(c.var.ctx, c.req.valid('json'))
      const previous = operatorCookie(c)
      if (previous) await endOperatorSession(c.var.ctx, previous)
      setOperatorCookie(c, token, operator.expiresAt)
      return c.json(sessionOf(operator))
    },
  )
  .get(
    '/session',
    endpoint({
      id: 'getOperatorSession',
      summary: 'Get the session of the operator page, or null',
      access: 'public',
      site: 'operators',
      response: CurrentOperatorSession,
      errors: ['forbidden'],
    }),
    async (c) => {
      const operator = await operatorOf(c)
      return c.json({ session: operator ? sessionOf(operator) : null })
    },
  )
  .post(
    '/sign-out',
    endpoint({
      id: 'signOutOperator',
      summary: 'End the session of the operator page',
      access: 'public',
      site: 'operators',
      response: Ok,
      errors: ['forbidden'],
    }),
    async (c) => {
      const token = operatorCookie(c)
      if (token) await endOperatorSession(c.var.ctx, token)
      clearOperatorCookie(c)
      return c.json({ ok: true } as const)
    },
  )
