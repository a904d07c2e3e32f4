import type { Context } from '../../context.ts'
import type { Step } from '../../platform/db/write.ts'
import type { Attempt } from '../../platform/limits/attempts.ts'
import { countAccountMail, countMailRequest } from './account-mail.ts'
import { type Account, accountByEmail } from './accounts.ts'
import { commitUniformly } from './commit-uniformly.ts'

/**
 * Commits the steps that mail the account of an email address. Limits, response, response time and number of round
 * trips are the same for unknown addresses and for accounts without steps.
 * @throws AppError `too_many_requests`, `busy`
 */
export async function mailWithoutRevealing(
  ctx: Context,
  email: string,
  attempt: Pick<Attempt, 'knownAs'>,
  stepsFor: (account: Account) => Step[],
): Promise<void> {
  if (attempt.knownAs === undefined) await countMailRequest(ctx, email)
  const mail = await countAccountMail(ctx, email, attempt)
  await commitUniformly(ctx, async () => {
    const [account] = await accountByEmail(ctx.db, email)
    const steps = account ? stepsFor(account) : []
    if (steps.length === 0) await mail.notSent()
    return steps
  })
}
