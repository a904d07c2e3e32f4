import { Ok } from '@portal/contract/common'
import {
  CurrentOperatorSession,
  OperatorSession,
  RequestOperatorCode,
  SignInOperator,
  SignInTeam,
} from '@portal/contract/operators'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { deviceCookie, ownPagesOnly } from '../../auth/sessions/cookies.ts'
import { type AppTypes, endpoint } from '../../endpoint.ts'
import { okAfter } from '../../http/ok-after.ts'
import { endOperatorSession } from './end-operator-session.ts'
import type { Operator } from './operator.ts'
import { requestOperatorCode } from './request-operator-code.ts'
import { operatorOf } from './require-operator.ts'
import { clearOperatorCookie, operatorCookie, setOperatorCookie } from './session-cookie.ts'
import { signInOperator } from './sign-in-operator.ts'
import { signInTeam } from './sign-in-team.ts'

const sessionOf = ({ kind, name, remote, scope, expiresAt }: Operator): z.output<typeof OperatorSession> => ({
  kind,
  name,
  remote,
  scope,
  expires_at: expiresAt,
})

/** Responds with an opened session and its cookie. Ends the session that the browser had before. */
async function respondWith(c: Context<AppTypes>, { token, operator }: Awaited<ReturnType<typeof signInOperator>>) {
  const previous = operatorCookie(c)
  if (previous) await endOperatorSession(c.var.ctx, previous)
  setOperatorCookie(c, token, operator.expiresAt)
  return c.json(sessionOf(operator))
}

/** Routes for signing in to the operator page, as an operator or as the team of a remote. */
export const operatorRoutes = new Hono<AppTypes>()
  .use(ownPagesOnly)
  .use(deviceCookie)
  .post(
    '/code',
    endpoint({
      id: 'requestOperatorCode',
      summary: 'Email an operator a sign-in code; the response is the same for other addresses',
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
      summary: 'Sign an operator in with a mailed code; sets the session cookie',
      access: 'public',
      site: 'operators',
      json: SignInOperator,
      response: OperatorSession,
      errors: ['forbidden', 'invalid_code', 'too_many_requests'],
    }),
    async (c) => respondWith(c, await signInOperator(c.var.ctx, c.req.valid('json'))),
  )
  .post(
    '/team',
    endpoint({
      id: 'signInTeam',
      summary: 'Sign a team in with the token of its remote; sets the session cookie',
      access: 'public',
      site: 'operators',
      json: SignInTeam,
      response: OperatorSession,
      errors: ['forbidden', 'unauthenticated', 'too_many_requests'],
    }),
    async (c) => respondWith(c, await signInTeam(c.var.ctx, c.req.valid('json'))),
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
