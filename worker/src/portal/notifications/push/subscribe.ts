import type { PushSettings, PushSubscription } from '@portal/contract/push'
import { and, eq, ne } from 'drizzle-orm'
import { audit } from '../../../platform/audit/append.ts'
import { requireLiveSession } from '../../../platform/access/require-session.ts'
import type { SignedIn } from '../../../context.ts'
import { pushSubscriptions } from '../../../platform/db/schema/index.ts'
import { commit, type Step, step } from '../../../platform/db/write.ts'
import { AppError, invalidInput } from '../../../errors.ts'
import { addressProblem } from '../../../platform/net/address-problem.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { getPushSettings } from './push-settings.ts'
import { hasValidKeys } from './send-push.ts'
import { pushPublicKey } from './vapid.ts'

const { session_id, endpoint } = pushSubscriptions

/** Returns steps that update the user's tabs and log that push was turned on or off in a browser. */
const switched = (ctx: SignedIn, on: boolean): Step[] => [
  publishToUser(ctx, ctx.actor.userId, 'account.changed', {}),
  audit(ctx, {
    action: 'account.push_switched',
    subjectType: 'account',
    subjectId: ctx.actor.userId,
    clientId: ctx.actor.clientId,
    detail: { session_id: ctx.actor.sessionId, on },
  }),
]

/**
 * Subscribes this session to push. A browser has one subscription: an earlier session in it loses its own.
 * @throws AppError `not_found` when push is not offered, `invalid_input` when nothing can be sent to the address
 *   or encrypted for the browser, `unauthenticated` when the session has ended
 */
export async function subscribe(ctx: SignedIn, input: PushSubscription): Promise<PushSettings> {
  if (pushPublicKey(ctx.settings) === null) throw new AppError('not_found')
  const problem = await addressProblem(ctx.settings, input.endpoint)
  if (problem) throw invalidInput('endpoint', problem)
  if (!(await hasValidKeys({ endpoint: input.endpoint, ...input.keys })))
    throw invalidInput('keys', 'These keys cannot be used for encryption.')
  const { sessionId } = ctx.actor
  const row = { endpoint: input.endpoint, ...input.keys, created_at: ctx.now.toISOString() }
  await commit(ctx, [
    requireLiveSession(ctx),
    step(ctx.db.delete(pushSubscriptions).where(and(eq(endpoint, input.endpoint), ne(session_id, sessionId)))),
    step(
      ctx.db
        .insert(pushSubscriptions)
        .values({ session_id: sessionId, ...row })
        .onConflictDoUpdate({ target: session_id, set: row }),
    ),
    ...switched(ctx, true),
  ])
  return getPushSettings(ctx)
}

/** Ends the push subscription of this session. A repeat changes nothing. */
export async function unsubscribe(ctx: SignedIn): Promise<PushSettings> {
  const before = await getPushSettings(ctx)
  if (before.endpoint === null) return before
  await commit(ctx, [
    step(ctx.db.delete(pushSubscriptions).where(eq(session_id, ctx.actor.sessionId))),
    ...switched(ctx, false),
  ])
  return { ...before, endpoint: null }
}
