import type { SignUp } from '@portal/contract/auth'
import type { z } from 'zod'
import { audit } from '../../audit/append.ts'
import type { Context } from '../../context.ts'
import { authUsers, firms, profiles } from '../../db/schema/index.ts'
import { commit, require, step } from '../../db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../ids.ts'
import { awaitingSince, requireOpenSignUp } from './approval.ts'
import { countAttempt } from '../../limits/attempts.ts'
import { confirmationSteps } from './confirmation.ts'
import { hashInTurn } from '../passwords/queued-hashing.ts'
import { requireUnguessablePassword } from '../passwords/password-rules.ts'
import { accountByEmail, actorOf, CLIENTS_WITH_EMAIL, clientByEmail } from '../accounts.ts'

/**
 * Registers a bookkeeper with a new firm and mails the confirmation link. The firm is named after the company, or else
 * after the bookkeeper.
 * @throws AppError `password_weak`, `account_exists`, `email_used_by_client`, `sign_up_closed`, `too_many_requests`
 */
export async function signUp(ctx: Context, input: z.output<typeof SignUp>): Promise<void> {
  const { email, name, company } = input
  requireOpenSignUp(ctx)
  await countAttempt(ctx, 'sign-up')
  await requireUnguessablePassword(ctx, input.password, { email, name, companies: [company] })
  const [[account], [client]] = await ctx.db.batch([accountByEmail(ctx.db, email), clientByEmail(ctx.db, email)])
  if (account && account.role !== 'client') throw new AppError('account_exists')
  if (account || client) throw new AppError('email_used_by_client')
  const passwordHash = await hashInTurn(ctx, input.password)
  const at = ctx.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const [userId, firmId] = [uuidv7(), uuidv7()]
  const timeZone = input.timeZone ? { time_zone: input.timeZone } : {}
  await commit(
    ctx,
    [
      require('email_used_by_client', `NOT EXISTS (SELECT 1 FROM ${CLIENTS_WITH_EMAIL})`, [email]),
      step(ctx.db.insert(authUsers).values({ id: userId, email, password_hash: passwordHash, ...stamps })),
      step(
        ctx.db
          .insert(firms)
          .values({ id: firmId, name: company ?? name, created_at: at, awaiting_approval_since: awaitingSince(ctx) }),
      ),
      step(
        ctx.db
          .insert(profiles)
          .values({ id: userId, role: 'bookkeeper', name, email, company, firm_id: firmId, ...timeZone, ...stamps }),
      ),
      ...confirmationSteps(ctx, { id: userId, email, name }),
      audit(
        { ...ctx, actor: actorOf(userId, 'bookkeeper', firmId) },
        { action: 'account.signed_up', subjectType: 'account', subjectId: userId },
      ),
    ],
    { 'auth_users.email': 'account_exists' },
  )
}
