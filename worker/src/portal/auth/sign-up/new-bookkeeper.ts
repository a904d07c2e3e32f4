import type { Context } from '../../../context.ts'
import { authUsers, firms, profiles } from '../../../platform/db/schema/index.ts'
import { type Step, step } from '../../../platform/db/write.ts'
import { uuidv7 } from '../../../platform/ids.ts'
import { type Account, actorOf, auditAccount, requireNoClient } from '../accounts.ts'
import { awaitingSince } from './approval.ts'

/** A bookkeeper who signs up. */
interface NewBookkeeper extends Pick<Account, 'email' | 'passwordHash' | 'confirmedAt' | 'company'> {
  name: string
  timeZone?: string | undefined
}

/**
 * Returns the account of a new bookkeeper, and steps that create it with a new firm, named after the company or else
 * the bookkeeper. The batch fails with `email_used_by_client` when a client has the address.
 * @param detail of the audit entry
 */
export function newBookkeeper(
  ctx: Pick<Context, 'db' | 'now' | 'settings'>,
  { email, passwordHash, confirmedAt, name, company, timeZone = 'UTC' }: NewBookkeeper,
  detail: Record<string, unknown> = {},
): { account: Account; steps: Step[] } {
  const at = ctx.now.toISOString()
  const stamps = { created_at: at, updated_at: at }
  const [id, firmId] = [uuidv7(), uuidv7()]
  const role = 'bookkeeper' as const
  const user = { id, email, password_hash: passwordHash, email_confirmed_at: confirmedAt, ...stamps }
  const firm = { id: firmId, name: company ?? name, created_at: at, awaiting_approval_since: awaitingSince(ctx) }
  const profile = { id, role, name, email, company, firm_id: firmId, time_zone: timeZone, ...stamps }
  return {
    account: {
      id,
      email,
      passwordHash,
      confirmedAt,
      role,
      name,
      company,
      timeZone,
      firmId,
      chosenClientId: null,
      factorId: null,
      passkeys: 0,
    },
    steps: [
      requireNoClient(ctx, email),
      step(ctx.db.insert(authUsers).values(user)),
      step(ctx.db.insert(firms).values(firm)),
      step(ctx.db.insert(profiles).values(profile)),
      auditAccount(actorOf(id, role, firmId), 'account.signed_up', detail),
    ],
  }
}
