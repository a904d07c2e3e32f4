import type { Context as HonoContext } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppTypes } from '../../endpoint.ts'
import { AppError } from '../../errors.ts'
import { isCrossSite } from '../../platform/http/cross-site.ts'
import { limitRequests } from '../../platform/http/request-rate-limit.ts'
import type { Operator } from './operator.ts'
import { readOperatorSession } from './read-operator-session.ts'
import { operatorCookie } from './session-cookie.ts'

/** Types of the routes of the operator page. */
export interface OperatorTypes extends AppTypes {
  Variables: AppTypes['Variables'] & { operator: Operator }
}

/**
 * Returns the caller with a session of the operator page, or undefined.
 * @throws AppError `forbidden` when a page of another site sent the request, `too_many_requests`
 */
export async function operatorOf<E extends AppTypes>(c: HonoContext<E>): Promise<Operator | undefined> {
  const token = operatorCookie(c)
  if (!token) return undefined
  if (isCrossSite(c.req.raw)) throw new AppError('forbidden')
  // Before the session is looked up, so that a flood of invented tokens costs no round trips.
  await limitRequests(c.var.ctx)
  return readOperatorSession(c.var.ctx, token)
}

/** Requires a session of the operator page: that of an operator, or also of a person of a team. */
export const requireOperator = (who: 'operator' | 'operator or team') =>
  createMiddleware<OperatorTypes>(async (c, next) => {
    const operator = await operatorOf(c)
    if (!operator) throw new AppError('unauthenticated')
    if (who === 'operator' && operator.remotes !== null) throw new AppError('forbidden')
    c.set('operator', operator)
    await next()
  })
