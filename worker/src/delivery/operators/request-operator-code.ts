import { normalizeCode } from '@portal/contract/readable-codes'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { countOperatorRequest } from '../../portal/auth/account-mail.ts'
import { commitUniformly } from '../../portal/auth/commit-uniformly.ts'
import { deviceHash, storeCode } from '../../portal/auth/verification-codes/stored-code.ts'
import { newReadableCode } from '../../platform/crypto/secrets.ts'
import { operatorSessions } from '../../platform/db/schema/index.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'
import { composeMail } from '../../platform/mail/layout.ts'
import { type Mail, sendMail } from '../../platform/outbox/enqueue.ts'
import { remotesFor, teamsOf } from './operator.ts'

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

/**
 * Mails an operator or a person of a team a sign-in code. Response and duration do not reveal who is one. Requests from
 * a browser that the person has used are counted separately, so that strangers cannot delay them.
 * @throws AppError `too_many_requests`
 */
export async function requestOperatorCode(ctx: Context, { email }: { email: string }): Promise<void> {
  // The same work for any address.
  const [known, teams] = await ctx.db.batch([
    ctx.db
      .select({ id: operatorSessions.id })
      .from(operatorSessions)
      .where(and(eq(operatorSessions.email, email), eq(operatorSessions.device_hash, deviceHash(ctx))))
      .limit(1),
    teamsOf(ctx.db, email),
  ])
  const isKnown = known.length > 0
  await countAttempt(ctx, 'operator-code', email, { browsers: isKnown ? 'each' : 'known' })
  if (!isKnown) await countOperatorRequest(ctx, email)
  await commitUniformly(ctx, () => {
    if (remotesFor(ctx, email, teams)?.length === 0) return []
    // Longer than other codes, because these people decide which code runs for everybody.
    const code = newReadableCode(2, 5)
    return [...storeCode(ctx, email, 'operator', normalizeCode(code)), sendMail(ctx, codeMail(ctx, email, code))]
  })
}
