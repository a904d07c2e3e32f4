import { exists } from 'drizzle-orm'
import { audit } from '../../../platform/audit/append.ts'
import type { Context } from '../../../context.ts'
import { check, type Step } from '../../../platform/db/write.ts'
import { publishToUser } from '../../../platform/outbox/enqueue.ts'
import { invitationSteps } from './invite.ts'
import { requireUnreported } from './reports.ts'
import { type Invitation, undecidedInvitation } from './select-invitations.ts'

/**
 * Returns steps that invite a client again at their own request, within the limits of the firm and the address, and
 * void older invitations. They fail with `stale` when the client can no longer be invited, and with
 * `client_refused` when the owner of the address has reported the firm.
 */
export async function inviteAgainSteps(ctx: Context, token: string, invitation: Invitation): Promise<Step[]> {
  const { clientId, email, name, bookkeeperId, bookkeeper, firmId, firm, oneTap } = invitation
  return [
    check('stale', exists(undecidedInvitation(ctx, token))),
    requireUnreported({ db: ctx.db, actor: { firmId } }, [email]),
    ...(await invitationSteps(ctx, {
      clientId,
      email,
      name,
      invitedBy: bookkeeper,
      firm,
      inviter: { userId: bookkeeperId, firmId },
      oneTap,
    })),
    publishToUser(ctx, bookkeeperId, 'client.changed', { client_id: clientId }),
    audit(
      { actor: { firmId, userId: null, role: 'system' } },
      {
        action: 'client.invited',
        subjectType: 'client',
        subjectId: clientId,
        clientId,
        detail: { email, asked: true },
      },
    ),
  ]
}
