import type { CreatedGuestLink } from '@portal/contract/guests'
import { takesFiles } from '@portal/contract/fields'
import { GUEST_TTL_MS } from '@portal/contract/limits'
import { isLocked } from '@portal/contract/section-machine'
import { and, eq } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { endGuestLinks } from '../../platform/access/live-guest-link.ts'
import { requireLiveSession } from '../../platform/access/require-session.ts'
import type { ClientContext } from '../../context.ts'
import { newToken, tokenHash } from '../../platform/crypto/secrets.ts'
import { guestLinks } from '../../platform/db/schema/index.ts'
import { commit, step } from '../../platform/db/write.ts'
import { AppError, invalidInput } from '../../errors.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { fieldsOf, ownSection, requireOpenSection, shownSection, statusOf } from '../sections/own-section.ts'

/**
 * Makes a link with which another browser answers one question with files. It replaces the earlier links of this
 * session: a person has one phone in hand.
 * @throws AppError `not_found`, `archived`, `section_locked`, `invalid_input`, or `unauthenticated` when the session
 *   has ended
 */
export async function makeGuestLink(
  ctx: ClientContext,
  assignmentId: string,
  { field: fieldId }: { field: string },
): Promise<CreatedGuestLink> {
  const section = shownSection((await ownSection(ctx, assignmentId))[0])
  if (isLocked(statusOf(section))) throw new AppError('section_locked')
  const field = fieldsOf(section.all_fields, section.name).find(({ id }) => id === fieldId)
  if (!field || !takesFiles(field)) throw invalidInput('field', 'This field does not accept files.')
  const { userId, clientId, sessionId } = ctx.actor
  const [id, token] = [uuidv7(), newToken()]
  const expiresAt = new Date(ctx.now.getTime() + GUEST_TTL_MS).toISOString()
  await commit(ctx, [
    requireLiveSession(ctx),
    requireOpenSection(ctx, assignmentId),
    endGuestLinks(ctx, and(eq(guestLinks.user_id, userId), eq(guestLinks.session_id, sessionId))),
    step(
      ctx.db.insert(guestLinks).values({
        id,
        user_id: userId,
        client_id: clientId,
        session_id: sessionId,
        assignment_id: assignmentId,
        field_id: fieldId,
        token_hash: tokenHash(token),
        created_at: ctx.now.toISOString(),
        expires_at: expiresAt,
      }),
    ),
    audit(ctx, {
      action: 'guest_link.created',
      subjectType: 'section',
      subjectId: assignmentId,
      clientId,
      detail: { section_name: section.name, field_id: fieldId, link_id: id },
    }),
  ])
  return { id, token, expires_at: expiresAt }
}
