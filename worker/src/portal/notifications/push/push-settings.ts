import { PUSH_KINDS, type PushKind } from '@portal/contract/push-kinds'
import type { PushSetting, PushSettings } from '@portal/contract/push'
import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit/append.ts'
import type { SignedIn } from '../../../context.ts'
import { pushSubscriptions, pushSwitches } from '../../../platform/db/schema/index.ts'
import { commit, step } from '../../../platform/db/write.ts'
import { invalidInput } from '../../../errors.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { pushPublicKey } from './vapid.ts'

/** Returns what the user gets by push, and whether this session is subscribed. */
export async function getPushSettings({ db, settings, actor }: SignedIn): Promise<PushSettings> {
  const [[subscription], off] = await db.batch([
    db
      .select({ endpoint: pushSubscriptions.endpoint })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.session_id, actor.sessionId)),
    db.select({ kind: pushSwitches.kind }).from(pushSwitches).where(eq(pushSwitches.user_id, actor.userId)),
  ])
  return {
    public_key: pushPublicKey(settings),
    endpoint: subscription?.endpoint ?? null,
    items: PUSH_KINDS[actor.role].map((kind) => ({ kind, on: !off.some((o) => o.kind === kind) })),
  }
}

/** Switches a kind of push on or off for all devices. @throws AppError `invalid_input` for a kind of the other role */
export async function setPushSetting(ctx: SignedIn, { kind, on }: PushSetting): Promise<PushSettings> {
  const { role, userId, clientId } = ctx.actor
  const kinds: readonly PushKind[] = PUSH_KINDS[role]
  if (!kinds.includes(kind)) throw invalidInput('kind', 'You do not get this kind of notification.')
  const own = and(eq(pushSwitches.user_id, userId), eq(pushSwitches.kind, kind))
  const off = { user_id: userId, kind, off_at: ctx.now.toISOString() }
  await commit(ctx, [
    step(on ? ctx.db.delete(pushSwitches).where(own) : ctx.db.insert(pushSwitches).values(off).onConflictDoNothing()),
    publishToUser(ctx, userId, 'account.changed', {}),
    audit(ctx, {
      action: 'account.push_switched',
      subjectType: 'account',
      subjectId: userId,
      clientId,
      detail: { kind, on },
    }),
  ])
  return getPushSettings(ctx)
}
