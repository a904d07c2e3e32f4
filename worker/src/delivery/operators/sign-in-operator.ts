import type { SignInOperator } from '@portal/contract/operators'
import type { z } from 'zod'
import { tryCode } from '../../auth/verification-codes/stored-code.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { openOperatorSession } from './open-operator-session.ts'

/**
 * Signs an operator in with a mailed code, in the browser that requested it.
 * @throws AppError `invalid_code` (wrong, expired, used, void, or tried too often), `too_many_requests`
 */
export async function signInOperator(ctx: Context, { email, code }: z.output<typeof SignInOperator>) {
  const attempt = await countAttempt(ctx, 'code-check', email, { browsers: 'each' })
  const isCorrect = await tryCode(ctx, { email, purpose: 'operator', code })
  // The list of operators may have changed since the code was requested.
  if (!isCorrect || !ctx.settings.OPERATORS.includes(email)) throw new AppError('invalid_code')
  await attempt.succeeded()
  return openOperatorSession(ctx, { kind: 'operator', name: email, tokenId: null, remote: null, scope: 'publish' })
}
