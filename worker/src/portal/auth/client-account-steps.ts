import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { authUsers, profiles } from '../../platform/db/schema/index.ts'
import { type Step, step } from '../../platform/db/write.ts'
import { type Account, isConfirmed } from './accounts.ts'

/** A client who has proven to own an email address, with their account, if there is one. */
interface Owner {
  email: string
  account: Account | undefined
  timeZone?: string | undefined
}

/**
 * Returns steps that create or update account and profile. An account that never confirmed the address gives way. What
 * bookkeepers enter about the client stays in their records, so the profile holds none of it.
 * @param given `hash` of the password, null for an account without one; `recordId`: the record to start as
 */
export function clientAccountSteps(
  ctx: Context,
  { email, account, timeZone }: Owner,
  { userId, hash, recordId }: { userId: string; hash: string | null; recordId: string | undefined },
): Step[] {
  const at = ctx.now.toISOString()
  const zone = timeZone ? { time_zone: timeZone } : {}
  const user = { password_hash: hash, email_confirmed_at: at, updated_at: at }
  const fresh = {
    role: 'client',
    name: '',
    email,
    phone: null,
    company: null,
    firm_id: null,
    chosen_client_id: recordId ?? null,
  } as const
  const changed = { ...(isConfirmed(account, 'client') ? {} : fresh), ...zone, updated_at: at }
  return [
    account
      ? step(ctx.db.update(authUsers).set(user).where(eq(authUsers.id, userId)), 'stale')
      : step(ctx.db.insert(authUsers).values({ id: userId, email, created_at: at, ...user })),
    step(
      ctx.db
        .insert(profiles)
        .values({ id: userId, ...fresh, ...zone, created_at: at, updated_at: at })
        .onConflictDoUpdate({ target: profiles.id, set: changed }),
    ),
  ]
}
