import { normalizeCode } from '@portal/contract/readable-codes'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { countOperatorRequest } from '../../auth/account-mail.ts'
import { commitUniformly } from '../../auth/commit-uniformly.ts'
import { deviceHash, storeCode } from '../../auth/verification-codes/stored-code.ts'
import { newReadableCode } from '../../crypto/secrets.ts'
import { operatorSessions } from '../../db/schema/index.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { composeMail } from '../../mail/layout.ts'
import { type Mail, sendMail } from '../../outbox/enqueue.ts'

const codeMail = ({ operatorOrigin }: Context, to: string, code: string): Mail =>
  composeMail({
    to,
    keep: [operatorOrigin],
    subject: 'Your code for the operator page',
    lines: ['Hello,', `Enter this code at ${operatorOrigin}, and nowhere else, to sign in to the operator page:`],
    code,
    note: [
      'The code works once, for 10 minutes, in the browser that requested it.',
      'If you did not request it, you can ignore this email. Nobody can sign in without the code.',
    ].join(' '),
  })

/** Returns whether this browser has signed in with the address before. The work is the same for any address. */
async function isKnownBrowser(ctx: Context, email: string): Promise<boolean> {
  const [known] = await ctx.db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .where(and(eq(operatorSessions.email, email), eq(operatorSessions.device_hash, deviceHash(ctx))))
    .limit(1)
  return known !== undefined
}

/**
 * Mails an operator a sign-in code. Response and duration do not reveal whether the address is one of an operator.
 * Requests from a browser that the operator has used are counted separately, so that strangers cannot delay them.
 * @throws AppError `too_many_requests`
 */
export async function requestOperatorCode(ctx: Context, { email }: { email: string }): Promise<void> {
  const isKnown = await isKnownBrowser(ctx, email)
  await countAttempt(ctx, 'operator-code', email, { browsers: isKnown ? 'each' : 'known' })
  if (!isKnown) await countOperatorRequest(ctx, email)
  await commitUniformly(ctx, () => {
    if (!ctx.settings.OPERATORS.includes(email)) return []
    // Longer than other codes, because an operator decides which code runs for everybody.
    const code = newReadableCode(2, 5)
    return [...storeCode(ctx, email, 'operator', normalizeCode(code)), sendMail(ctx, codeMail(ctx, email, code))]
  })
}
