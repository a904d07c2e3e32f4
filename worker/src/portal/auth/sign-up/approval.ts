import { APPROVAL_TTL_MS } from '@portal/contract/limits'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { firms } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { sendMail } from '../../../platform/outbox/enqueue.ts'
import { actorOf, auditAccount } from '../accounts.ts'
import { createLink, voidLinks } from '../email-links.ts'
import { approvalMail, approvedMail } from '../mails.ts'

/** Approval of sign-ups by the operator of the portal (SIGN_UP=approval). */

/** Throws when the portal accepts no sign-ups. @throws AppError `sign_up_closed` */
export function requireOpenSignUp({ settings }: Pick<Context, 'settings'>): void {
  if (settings.SIGN_UP === 'closed') throw new AppError('sign_up_closed')
}

/** Returns `awaiting_approval_since` for a new firm, or null when no approval is needed. */
export const awaitingSince = ({ settings, now }: Pick<Context, 'settings' | 'now'>): string | null =>
  settings.SIGN_UP === 'approval' ? now.toISOString() : null

/** A bookkeeper with a confirmed address whose firm awaits approval. */
export interface Applicant {
  userId: string
  email: string
  name: string
  company: string | null
}

/**
 * Returns steps that mail the operator an approval link. Without an operator address, sign-ups are approved by
 * command.
 */
export function askOperator(ctx: Pick<Context, 'db' | 'now' | 'origin' | 'settings'>, applicant: Applicant): Step[] {
  const to = ctx.settings.OPERATOR_EMAIL
  if (!to) return []
  const { token, keep } = createLink(ctx, applicant.userId, 'approve', APPROVAL_TTL_MS)
  return [voidLinks(ctx, applicant.userId, 'approve'), keep, sendMail(ctx, approvalMail(ctx, to, applicant, token))]
}

/** Returns steps that approve a firm and mail its bookkeeper. */
export function approvalSteps(
  ctx: Pick<Context, 'db' | 'now' | 'origin'>,
  applicant: Applicant & { firmId: string },
): Step[] {
  const { userId, firmId } = applicant
  return [
    step(ctx.db.update(firms).set({ awaiting_approval_since: null }).where(eq(firms.id, firmId))),
    voidLinks(ctx, userId, 'approve'),
    auditAccount(actorOf(userId, 'bookkeeper', firmId), 'account.approved', { by: 'operator' }),
    sendMail(ctx, approvedMail(ctx, applicant)),
  ]
}
