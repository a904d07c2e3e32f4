import { DELEGATE_DONE_EVERY_MS } from '@portal/contract/limits'
import { and, eq, exists, isNull, lt, or } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { guestSteps } from '../../platform/access/live-guest-link.ts'
import type { ClientContext } from '../../context.ts'
import { bookClientNotifications, guestLinks } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { found, isAppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { publishToClient } from '../../platform/outbox/enqueue.ts'
import { ownSection, requireOpenSection, shownSection } from '../sections/own-section.ts'

/**
 * Notifies the client that the person behind a link has filled in the section. At most once an hour for each link;
 * further calls do nothing.
 * @throws AppError `not_found`, `archived`, `section_locked`, `unauthenticated` when the link has ended
 */
export async function finishDelegation(ctx: ClientContext, assignmentId: string): Promise<void> {
  const section = shownSection((await ownSection(ctx, assignmentId))[0])
  const { clientId, guest } = ctx.actor
  const { id, done_at } = guestLinks
  const own = eq(id, guest?.linkId ?? '')
  const [link] = await ctx.db.select({ name: guestLinks.name }).from(guestLinks).where(own)
  const name = found(link).name ?? ''
  const since = new Date(ctx.now.getTime() - DELEGATE_DONE_EVERY_MS).toISOString()
  const mayNotify = and(own, or(isNull(done_at), lt(done_at, since)))
  const notificationId = uuidv7()
  const { workform_id, name: section_name } = section
  try {
    await commit(ctx, [
      requireOpenSection(ctx, assignmentId),
      ...guestSteps(ctx),
      check('too_many_requests', exists(ctx.db.select({ id }).from(guestLinks).where(mayNotify))),
      step(ctx.db.update(guestLinks).set({ done_at: ctx.now.toISOString() }).where(own)),
      step(
        ctx.db.insert(bookClientNotifications).values({
          id: notificationId,
          client_id: clientId,
          title: `${name} is done`,
          message: `${name} filled in "${section_name}" of "${section.workform_name}". Check it and submit it.`,
          created_at: ctx.now.toISOString(),
          sender_type: 'client',
          recipient_type: 'client',
          workform_id,
          section_name,
        }),
      ),
      publishToClient(ctx, clientId, 'notification.created', {
        client_id: clientId,
        workform_id,
        notification_id: notificationId,
      }),
      audit(ctx, {
        action: 'delegation.done',
        subjectType: 'section',
        subjectId: assignmentId,
        clientId,
        detail: { section_name, name },
      }),
    ])
  } catch (error) {
    if (!isAppError(error, 'too_many_requests')) throw error
  }
}
