import type { Actor, Context } from '../../../context.ts'
import type { Step } from '../../../platform/db/write.ts'
import { publishToUser, sendMail } from '../../../platform/outbox/enqueue.ts'
import { auditAccount } from '../accounts.ts'
import { type FactorEvent, factorMail } from './mails.ts'

const ACTIONS: Record<FactorEvent, string> = {
  on: 'factor.turned_on',
  off: 'factor.turned_off',
  codes: 'factor.recovery_codes_renewed',
  passkey_added: 'passkey.added',
  passkey_removed: 'passkey.removed',
}

/** Returns steps that add a change of factors or passkeys to the audit log, mail the owner, and update open tabs. */
export const reportFactorChange = (
  ctx: Pick<Context, 'now' | 'origin'>,
  actor: Actor,
  email: string,
  event: FactorEvent,
  detail: Record<string, unknown> = {},
): Step[] => [
  auditAccount(actor, ACTIONS[event], detail),
  sendMail(ctx, factorMail(ctx, { email, role: actor.role }, event)),
  publishToUser(ctx, actor.userId, 'account.changed', {}),
]
