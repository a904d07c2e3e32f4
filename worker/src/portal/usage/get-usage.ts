import type { Usage } from '@portal/contract/usage'
import { invitationUsage } from '../auth/invitations/invitation-limits.ts'
import type { BookkeeperContext } from '../../context.ts'
import { storageLimit } from '../../platform/db/firm-storage.ts'
import { found } from '../../errors.ts'
import { storageUsed } from '../files/storage-limit.ts'

/** Returns how much of its quotas the bookkeeper's firm has used. @throws AppError `not_found` */
export async function getUsage(ctx: BookkeeperContext): Promise<Usage> {
  const { firmId } = ctx.actor
  const [[invitations], [stored]] = await ctx.db.batch([invitationUsage(ctx, firmId), storageUsed(ctx, firmId)])
  return { invitations: found(invitations), storage: { used: stored?.bytes ?? 0, most: storageLimit(ctx.settings) } }
}
