import type { SignedIn } from '../../../context.ts'
import { passkeys } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { auditAccount } from '../accounts.ts'
import { isOwnPasskey } from './own-passkey.ts'

/** Renames a passkey. @throws AppError `not_found` when it is not the caller's */
export async function renamePasskey(ctx: SignedIn, id: string, name: string): Promise<void> {
  await commit(ctx, [
    step(ctx.db.update(passkeys).set({ name }).where(isOwnPasskey(ctx, id)), 'not_found'),
    auditAccount(ctx.actor, 'passkey.renamed', { passkey_id: id }),
    publishToUser(ctx, ctx.actor.userId, 'account.changed', {}),
  ])
}
