import { eq } from 'drizzle-orm'
import { audit } from '../../audit/append.ts'
import { actorOf } from '../accounts.ts'
import type { Context } from '../../context.ts'
import { firms, profiles } from '../../db/schema/index.ts'
import { type Conflicts, require, type Step, step } from '../../db/write.ts'
import { uuidv7 } from '../../ids.ts'

/** What two requests that both found the profile missing run into: the second is told to look again. */
export const PROFILE_CONFLICTS: Conflicts = { 'profiles.id': 'stale' }

/** Steps that give a user without a profile the default one (bookkeeper, empty name and e-mail) in a firm of its own. */
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
  const entry = audit(
    { ...ctx, actor: actorOf(userId, 'bookkeeper', firmId) },
    { action: 'account.profile_created', subjectType: 'account', subjectId: userId },
  )
  // The token of an account that was deleted may still be good for some minutes.
  const there = require('unauthenticated', 'EXISTS (SELECT 1 FROM auth_users WHERE id = ?)', [userId])
  return { firmId, steps: [there, newFirm(ctx, firmId), step(ctx.db.insert(profiles).values(profile)), entry] }
}

/** Steps that give a bookkeeper's profile a firm where it has none. */
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
