import { and, eq, isNotNull, notExists } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { firms, profiles } from '../../../platform/db/schema/index.ts'
import { check, type Step, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { type Account, type ClientRecord, linkedRecords, offeredRecords, userAs } from '../accounts.ts'
import type { SessionUser } from '../sessions/session.ts'
import { defaultProfile, missingFirm } from './default-profile.ts'

/** The user that a new session is for, and the steps that belong to the sign-in. */
export interface SessionStart {
  user: SessionUser
  steps: Step[]
}

/** Returns the session user of a bookkeeper. A missing profile or firm is created. */
export function startAsBookkeeper(ctx: Context, account: Account): SessionStart {
  const { firmId, steps } = firmOf(ctx, account)
  const user: SessionUser = {
    userId: account.id,
    email: account.email,
    role: 'bookkeeper',
    name: account.name ?? '',
    company: account.company,
    timeZone: account.timeZone ?? 'UTC',
    firmId,
    clientId: null,
  }
  const awaiting = ctx.db
    .select({ id: firms.id })
    .from(firms)
    .where(and(eq(firms.id, firmId), isNotNull(firms.awaiting_approval_since)))
  return { user, steps: [...steps, check('awaiting_approval', notExists(awaiting))] }
}

function firmOf(ctx: Context, account: Account): { firmId: string; steps: Step[] } {
  if (account.role === null) return defaultProfile(ctx, account.id)
  return account.firmId ? { firmId: account.firmId, steps: [] } : missingFirm(ctx, account.id)
}

/**
 * Returns the session user of a client: as the record used last, or else the newest linked record. A client with offers
 * only signs in without a record, to decide on them.
 * @param clientId the only record that the user may start as
 * @throws AppError `email_not_registered` when there is neither a record nor an offer, `session_expired` when the
 *   record is no longer linked
 */
export function startAsClient(
  ctx: Context,
  account: Account,
  records: readonly ClientRecord[],
  clientId?: string,
): SessionStart {
  const own = linkedRecords(account, records)
  const record = own.find((r) => r.id === (clientId ?? account.chosenClientId)) ?? (clientId ? undefined : own[0])
  if (clientId && !record) throw new AppError('session_expired')
  if (record) {
    const used = ctx.db.update(profiles).set({ chosen_client_id: record.id }).where(eq(profiles.id, account.id))
    return { user: userAs(account, record), steps: record.id === account.chosenClientId ? [] : [step(used)] }
  }
  if (offeredRecords(account.email, records).length === 0) throw new AppError('email_not_registered')
  return { user: userAs(account), steps: [] }
}
