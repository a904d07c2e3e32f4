import type { MailSender, SaveMailSender } from '@portal/contract/mail'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../audit/append.ts'
import type { BookkeeperContext } from '../context.ts'
import { firms } from '../db/schema/index.ts'
import { commit, step } from '../db/write.ts'
import { getSender } from './get-sender.ts'

/** Changes how the firm's mails name their sender, and where answers go. Mails that wait already keep what they were queued with. */
export async function saveSender(ctx: BookkeeperContext, input: z.output<typeof SaveMailSender>): Promise<MailSender> {
  const before = await getSender(ctx)
  const changed = (['sender_name', 'reply_to'] as const).filter((field) => before[field] !== input[field])
  if (changed.length === 0) return before
  await commit(ctx, [
    step(ctx.db.update(firms).set(input).where(eq(firms.id, ctx.actor.firmId)), 'not_found'),
    audit(ctx, {
      action: 'mail.sender_changed',
      subjectType: 'mail',
      subjectId: ctx.actor.firmId,
      detail: Object.fromEntries(changed.map((field) => [field, { from: before[field], to: input[field] }])),
    }),
  ])
  return { ...before, ...input }
}
