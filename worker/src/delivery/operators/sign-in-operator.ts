import type { SignInOperator } from '@portal/contract/operators'
import type { z } from 'zod'
import { tryCode } from '../../portal/auth/verification-codes/stored-code.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'
import { openOperatorSession } from './open-operator-session.ts'
import { remotesFor, teamsOf } from './operator.ts'

/**
 * Signs an operator or a person of a team in with a mailed code, in the browser that requested it.
 * @throws AppError `invalid_code` (wrong, expired, used, void, or tried too often), `too_many_requests`
 */
export async function signInOperator(ctx: Context, { email, code }: z.output<typeof SignInOperator>) {
  const attempt = await countAttempt(ctx, 'code-check', email, { browsers: 'each' })
  const isCorrect = await tryCode(ctx, { email, purpose: 'operator', code })
  if (!isCorrect) throw new AppError('invalid_code')
  const remotes = remotesFor(ctx, email, await teamsOf(ctx.db, email))
  // The list of operators, or the team, may have changed since the code was requested.
  if (remotes?.length === 0) throw new AppError('invalid_code')
  await attempt.succeeded()
  return openOperatorSession(ctx, { email, remotes })
}
