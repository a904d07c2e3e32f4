import type { Profile, UpdateProfile } from '@portal/contract/auth'
import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../platform/audit/append.ts'
import type { BookkeeperContext } from '../../context.ts'
import { firms, profiles } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { profileOf, readProfile } from './get-profile.ts'

/**
 * Saves a bookkeeper's name, company and time zone. A firm with one bookkeeper is renamed after the company, or else
 * after the bookkeeper. The access token contains the old time zone until the next refresh.
 */
export async function updateProfile(ctx: BookkeeperContext, input: z.output<typeof UpdateProfile>): Promise<Profile> {
  const { actor } = ctx
  const rows = found(await readProfile(ctx))
  const before = profileOf(rows)
  const { name, company = before.company, time_zone } = input
  const after = { name, company, time_zone }
  const fields = (['name', 'company', 'time_zone'] as const).filter((field) => before[field] !== after[field])
  const aloneInFirm = and(
    eq(firms.id, actor.firmId),
    eq(ctx.db.$count(profiles, eq(profiles.firm_id, actor.firmId)), 1),
  )
  await commit(ctx, [
    step(
      ctx.db
        .update(profiles)
        .set({ ...after, updated_at: ctx.now.toISOString() })
        .where(and(eq(profiles.id, actor.userId), eq(profiles.role, 'bookkeeper'))),
      'not_found',
    ),
    step(
      ctx.db
        .update(firms)
        .set({ name: company ?? name })
        .where(aloneInFirm),
    ),
    audit(ctx, {
      action: 'account.profile_updated',
      subjectType: 'account',
      subjectId: actor.userId,
      detail: { fields },
    }),
  ])
  return profileOf({ ...rows, profile: { ...rows.profile, ...after } })
}
