import type { Profile } from '@portal/contract/auth'
import { todayIn } from '@portal/contract/dates'
import { and, eq } from 'drizzle-orm'
import type { SignedIn } from '../../context.ts'
import { authUsers, bookClientAuth, bookClients, profiles } from '../../platform/db/schema/index.ts'
import { commit } from '../../platform/db/write.ts'
import { found } from '../../errors.ts'
import { defaultProfile, PROFILE_CONFLICTS } from '../auth/sign-in/default-profile.ts'

/**
 * Returns the profile of the signed-in user. A client's name, phone and company come from the client record. A missing
 * profile is created with the defaults.
 * @throws AppError `not_found` when the client record was deleted, `unauthenticated` when the account was
 */
export async function getProfile(ctx: SignedIn): Promise<Profile> {
  const known = await readProfile(ctx)
  if (known) return profileOf(known)
  await commit(ctx, defaultProfile(ctx, ctx.actor.userId).steps, PROFILE_CONFLICTS)
  return profileOf(found(await readProfile(ctx)))
}

type ProfileRows = NonNullable<Awaited<ReturnType<typeof readProfile>>>

/** Returns the rows of the signed-in user's profile, or undefined when there is none yet. */
export async function readProfile({ db, actor }: SignedIn) {
  const ownRecord = and(
    eq(bookClientAuth.client_id, actor.clientId ?? ''),
    eq(bookClientAuth.auth_user_id, actor.userId),
  )
  const [row] = await db
    .select({ profile: profiles, email: authUsers.email, record: bookClients })
    .from(profiles)
    .innerJoin(authUsers, eq(authUsers.id, profiles.id))
    .leftJoin(bookClientAuth, ownRecord)
    .leftJoin(bookClients, eq(bookClients.id, bookClientAuth.client_id))
    .where(eq(profiles.id, actor.userId))
  return row
}

/** Returns the profile as its owner sees it. @throws AppError `not_found` when the client record was deleted */
export function profileOf({ profile, email, record: own }: ProfileRows): Profile {
  const record = profile.role === 'client' ? found(own) : null
  const { name, phone, company, created_at } = record ?? profile
  return {
    id: profile.id,
    role: profile.role,
    name,
    email,
    phone,
    company,
    time_zone: profile.time_zone,
    is_active: record ? record.status === 'active' : profile.is_active,
    client_status: record?.status ?? null,
    member_since: todayIn(profile.time_zone, new Date(created_at)),
  }
}
