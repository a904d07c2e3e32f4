import type { Profile } from '@portal/contract/auth'
import { eq } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { SignedIn } from '../../context.ts'
import { profiles } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { profileOf, readProfile } from './get-profile.ts'

/**
 * Saves the time zone of the signed-in user, which reminders and times in mails use.
 * @throws AppError `not_found` when the client record was deleted
 */
export async function setTimeZone(ctx: SignedIn, timeZone: string): Promise<Profile> {
  const { userId, clientId } = ctx.actor
  const rows = found(await readProfile(ctx))
  await commit(ctx, [
    step(
      ctx.db
        .update(profiles)
        .set({ time_zone: timeZone, updated_at: ctx.now.toISOString() })
        .where(eq(profiles.id, userId)),
      'not_found',
    ),
    audit(ctx, {
      action: 'account.profile_updated',
      subjectType: 'account',
      subjectId: userId,
      clientId,
      detail: { fields: ['time_zone'] },
    }),
  ])
  return profileOf({ ...rows, profile: { ...rows.profile, time_zone: timeZone } })
}
