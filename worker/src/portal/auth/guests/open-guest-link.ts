import type { Session } from '@portal/contract/auth'
import { and, eq, exists, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit/append.ts'
import type { Actor, Context } from '../../../context.ts'
import { tokenHash } from '../../../platform/crypto/secrets.ts'
import { guestLinks } from '../../../platform/db/schema/index.ts'
import { check, commit, step } from '../../../platform/db/write.ts'
import { AppError } from '../../../errors.ts'
import { publishToClient } from '../../../platform/outbox/enqueue.ts'
import { signAccessToken } from '../../../platform/access/access-token.ts'
import { describeUserAgent } from '../sessions/describe-user-agent.ts'
import { findGuestLink } from './find-guest-link.ts'
import { recordUse, selectLiveLinks } from '../../../platform/access/live-guest-link.ts'

type FoundLink = Awaited<ReturnType<typeof findGuestLink>>

const actorOf = ({ id, userId, firmId, clientId, timeZone, assignmentId, fieldId }: FoundLink): Actor => ({
  userId,
  role: 'client',
  firmId,
  clientId,
  sessionId: id,
  timeZone,
  guest: { linkId: id, assignmentId, fieldId },
})

/** Binds the link to this browser, and shows in the client's tabs that it was opened. */
async function bind(ctx: Context, link: FoundLink, actor: Actor): Promise<void> {
  const device = tokenHash(ctx.device ?? '')
  const { id, device_hash, opened_at } = guestLinks
  await commit(ctx, [
    check('invalid_link', exists(selectLiveLinks(ctx, eq(id, link.id)))),
    // Of two browsers that open it at once, only one is the first.
    step(
      ctx.db
        .update(guestLinks)
        .set({
          device_hash: device,
          opened_at: sql`coalesce(${opened_at}, ${ctx.now.toISOString()})`,
          last_used_at: ctx.now.toISOString(),
        })
        .where(and(eq(id, link.id), or(isNull(device_hash), eq(device_hash, device)))),
      'forbidden',
    ),
    audit(
      { actor },
      {
        action: 'guest_link.opened',
        subjectType: 'section',
        subjectId: link.assignmentId,
        clientId: link.clientId,
        detail: {
          section_name: link.sectionName,
          browser: describeUserAgent(ctx.userAgent),
          ...(link.name === null ? {} : { name: link.name }),
        },
      },
    ),
    publishToClient(ctx, link.clientId, 'section.changed', { assignment_id: link.assignmentId }),
  ])
}

/**
 * Opens a guest session in the browser that uses the link first, or renews it there. The session has no refresh token:
 * opening the link again renews it.
 * @throws AppError `forbidden` (another browser used it first), `invalid_link`, `too_many_requests`
 */
export async function openGuestLink(ctx: Context, token: string): Promise<Session> {
  const link = await findGuestLink(ctx, token)
  if (link.isUsedElsewhere) throw new AppError('forbidden')
  const actor = actorOf(link)
  await (link.deviceHash === null ? bind(ctx, link, actor) : commit(ctx, [recordUse(ctx, eq(guestLinks.id, link.id))]))
  const access = await signAccessToken(ctx.settings.AUTH_SECRET, actor, ctx.now)
  return {
    access_token: access.token,
    expires_at: [access.expiresAt.toISOString(), link.expiresAt].sort()[0] ?? link.expiresAt,
    session_id: link.id,
    user: {
      id: link.userId,
      email: '',
      role: 'client',
      name: '',
      company: null,
      time_zone: link.timeZone,
      client_id: null,
    },
    guest: { assignment_id: link.assignmentId, field_id: link.fieldId },
  }
}
