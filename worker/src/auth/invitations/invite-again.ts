import { and, eq, exists, isNull, notExists } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { tokenHash } from '../../crypto/secrets.ts'
import { bookClientAuth, bookClients, bookInvitations, firmReports, firms, profiles } from '../../db/schema/index.ts'
import { check, type Step } from '../../db/write.ts'
import { publishToUser } from '../../outbox/enqueue.ts'
import { invitationSteps } from './invite.ts'
import { mailboxOf } from './mailbox.ts'

/**
 * Selects the client of an invitation, valid or not, who has neither signed up nor declined, is not archived, and still
 * has the address that the invitation was sent to.
 */
export const undecidedClient = ({ db }: Pick<Context, 'db'>, token: string) =>
  db
    .select({
      id: bookClients.id,
      email: bookClients.email,
      name: bookClients.name,
      bookkeeperId: bookClients.bookkeeper_id,
      bookkeeper: profiles.name,
      firmId: firms.id,
      firm: firms.name,
      oneTap: firms.one_tap_links,
    })
    .from(bookInvitations)
    .innerJoin(
      bookClients,
      and(eq(bookClients.id, bookInvitations.client_id), eq(bookClients.email, bookInvitations.email)),
    )
    .innerJoin(firms, eq(firms.id, bookClients.firm_id))
    .innerJoin(profiles, eq(profiles.id, bookClients.bookkeeper_id))
    .leftJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
    .where(
      and(
        eq(bookInvitations.token_hash, tokenHash(token)),
        isNull(bookClients.archived_at),
        isNull(bookClientAuth.auth_user_id),
        isNull(bookClientAuth.declined_at),
      ),
    )
/** A client who can be invited again. */
export type UndecidedClient = Awaited<ReturnType<typeof undecidedClient>>[number]

/**
 * Returns steps that invite a client again at their own request, within the limits of the firm and the address, and
 * void older invitations. They fail with `stale` when the client can no longer be invited.
 */
export async function inviteAgainSteps(ctx: Context, token: string, client: UndecidedClient): Promise<Step[]> {
  const { id, email, name, bookkeeperId, bookkeeper, firmId, firm, oneTap } = client
  const reports = ctx.db
    .select({ email: firmReports.email })
    .from(firmReports)
    .where(and(eq(firmReports.firm_id, firmId), eq(firmReports.email, mailboxOf(email))))
  return [
    check('stale', exists(undecidedClient(ctx, token))),
    check('stale', notExists(reports)),
    ...(await invitationSteps(ctx, {
      clientId: id,
      email,
      name,
      invitedBy: bookkeeper,
      firm,
      inviter: { userId: bookkeeperId, firmId },
      oneTap,
    })),
    publishToUser(ctx, bookkeeperId, 'client.changed', { client_id: id }),
  ]
}
