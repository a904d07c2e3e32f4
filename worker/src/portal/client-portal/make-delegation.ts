import type { CreatedGuestLink, NewDelegation } from '@portal/contract/guests'
import { DELEGATIONS_PER_SECTION } from '@portal/contract/limits'
import { isLocked } from '@portal/contract/section-machine'
import { lt } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { requireLiveSession } from '../../platform/access/require-session.ts'
import type { ClientContext } from '../../context.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import { guestLinks } from '../../platform/db/schema/index.ts'
import { check, commit, step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { ownSection, requireOpenSection, shownSection, statusOf } from '../sections/own-section.ts'
import { liveDelegations } from './list-delegations.ts'

const DAY_MS = 86_400_000

/**
 * Makes a link with which another person fills in a section for some days. It belongs to no session: signing out does
 * not end it.
 * @throws AppError `not_found`, `archived`, `section_locked`, `too_many_links`, or `unauthenticated` when the session
 *   has ended
 */
export async function makeDelegation(
  ctx: ClientContext,
  assignmentId: string,
  { name, days }: NewDelegation,
): Promise<CreatedGuestLink> {
  const section = shownSection((await ownSection(ctx, assignmentId))[0])
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  const { userId, clientId } = ctx.actor
  const [id, token] = [uuidv7(), newToken()]
  const expiresAt = new Date(ctx.now.getTime() + days * DAY_MS).toISOString()
  await commit(ctx, [
    requireLiveSession(ctx),
    requireOpenSection(ctx, assignmentId),
    check('too_many_links', lt(ctx.db.$count(liveDelegations(ctx, assignmentId).as('live')), DELEGATIONS_PER_SECTION)),
    step(
      ctx.db.insert(guestLinks).values({
        id,
        name,
        user_id: userId,
        client_id: clientId,
        assignment_id: assignmentId,
        token_hash: tokenHash(token),
        created_at: ctx.now.toISOString(),
        expires_at: expiresAt,
      }),
    ),
    audit(ctx, {
      action: 'delegation.created',
      subjectType: 'section',
      subjectId: assignmentId,
      clientId,
      detail: { section_name: section.name, link_id: id, name, days },
    }),
  ])
  return { id, token, expires_at: expiresAt }
}
