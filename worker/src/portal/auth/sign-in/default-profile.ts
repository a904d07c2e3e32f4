import { eq, exists } from 'drizzle-orm'
import { actorOf, auditAccount } from '../accounts.ts'
import type { Context } from '../../../context.ts'
import { authUsers, firms, profiles } from '../../../platform/db/schema/index.ts'
import { check, type Conflicts, type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'

/** Error codes for the case that two requests create the profile at once. */
export const PROFILE_CONFLICTS: Conflicts = { 'profiles.id': 'stale' }

/** Returns steps that create the default profile (bookkeeper, empty name and email) in a new firm. */
export function defaultProfile(ctx: Pick<Context, 'db' | 'now'>, userId: string): { firmId: string; steps: Step[] } {
  const at = ctx.now.toISOString()
  const firmId = uuidv7()
  const profile = {
    id: userId,
    role: 'bookkeeper' as const,
    name: '',
    email: '',
    firm_id: firmId,
    created_at: at,
    updated_at: at,
  }
  const account = ctx.db.select({ id: authUsers.id }).from(authUsers).where(eq(authUsers.id, userId))
  const steps = [
    // An access token may outlive a deleted account by minutes.
    check('unauthenticated', exists(account)),
    newFirm(ctx, firmId),
    step(ctx.db.insert(profiles).values(profile)),
    auditAccount(actorOf(userId, 'bookkeeper', firmId), 'account.profile_created'),
  ]
  return { firmId, steps }
}

/** Returns steps that create a firm for a bookkeeper's profile without one. */
export function missingFirm(ctx: Pick<Context, 'db' | 'now'>, userId: string): { firmId: string; steps: Step[] } {
  const firmId = uuidv7()
  return {
    firmId,
    steps: [
      newFirm(ctx, firmId),
      step(ctx.db.update(profiles).set({ firm_id: firmId }).where(eq(profiles.id, userId))),
    ],
  }
}

const newFirm = (ctx: Pick<Context, 'db' | 'now'>, id: string): Step =>
  step(ctx.db.insert(firms).values({ id, name: '', created_at: ctx.now.toISOString() }))
