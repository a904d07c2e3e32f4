import { REPLY_TO_TTL_MS } from '@portal/contract/limits'
import type { MailSender, SaveMailSender } from '@portal/contract/mail'
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import { countAttempt } from '../../platform/limits/attempts.ts'
import { withinAddressLimits } from '../auth/invitations/invitation-limits.ts'
import { createLink } from '../auth/email-links.ts'
import { replyToMail } from '../auth/mails.ts'
import { requireUnreported } from '../auth/invitations/reports.ts'
import type { BookkeeperContext } from '../../context.ts'
import { authUsers, emailLinks, firms, profiles } from '../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../platform/db/write.ts'
import { sendMail } from '../../platform/outbox/enqueue.ts'
import { getSender } from './get-sender.ts'

/** Returns a query for the ids of the firm's bookkeepers. */
const colleagues = ({ db, actor }: BookkeeperContext) =>
  db.select({ id: profiles.id }).from(profiles).where(eq(profiles.firm_id, actor.firmId))

/** Returns whether the address is the confirmed address of a bookkeeper of the firm. */
async function isOwnAddress(ctx: BookkeeperContext, email: string): Promise<boolean> {
  const own = and(
    eq(authUsers.email, email),
    isNotNull(authUsers.email_confirmed_at),
    inArray(authUsers.id, colleagues(ctx)),
  )
  return (await ctx.db.select({ id: authUsers.id }).from(authUsers).where(own)).length > 0
}

/** Returns steps that mail a confirmation link to an address, within limits, and void earlier links. */
function askOwner(ctx: BookkeeperContext, address: string, firm: string): Step[] {
  const { token, keep } = createLink(ctx, ctx.actor.userId, 'reply-to', REPLY_TO_TTL_MS)
  const older = and(
    eq(emailLinks.purpose, 'reply-to'),
    isNull(emailLinks.used_at),
    inArray(emailLinks.user_id, colleagues(ctx)),
  )
  return [
    requireUnreported(ctx, [address]),
    ...withinAddressLimits(ctx, ctx.actor.firmId, [address]),
    step(ctx.db.update(emailLinks).set({ used_at: ctx.now.toISOString() }).where(older)),
    keep,
    sendMail(ctx, replyToMail(ctx, address, firm, token)),
  ]
}

/**
 * Changes the sender name and reply address of the firm's mail. A new reply address takes effect after its owner has
 * confirmed it, unless a bookkeeper of the firm signs in with it. Mail that is already queued does not change.
 * @throws AppError `too_many_requests`, `client_refused` if the owner of the address has reported the firm
 */
export async function saveSender(ctx: BookkeeperContext, input: z.output<typeof SaveMailSender>): Promise<MailSender> {
  const before = await getSender(ctx)
  const { reply_to: address } = input
  const isConfirmed = address === null || address === before.reply_to || (await isOwnAddress(ctx, address))
  if (!isConfirmed) await countAttempt(ctx, 'reply-to', ctx.actor.firmId)
  const after = {
    ...before,
    sender_name: input.sender_name,
    ...(isConfirmed ? { reply_to: address, reply_to_pending: null } : { reply_to_pending: address }),
  }
  const changed = (['sender_name', 'reply_to', 'reply_to_pending'] as const).filter(
    (field) => before[field] !== after[field],
  )
  if (changed.length === 0 && isConfirmed) return before
  const { sender_name, reply_to, reply_to_pending } = after
  await commit(ctx, [
    step(
      ctx.db.update(firms).set({ sender_name, reply_to, reply_to_pending }).where(eq(firms.id, ctx.actor.firmId)),
      'not_found',
    ),
    ...(isConfirmed || address === null ? [] : askOwner(ctx, address, sender_name ?? before.firm_name)),
    audit(ctx, {
      action: 'mail.sender_changed',
      subjectType: 'mail',
      subjectId: ctx.actor.firmId,
      detail: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: after[field] }])),
    }),
  ])
  return after
}
