import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { ClientContext, Context } from '../../context.ts'
import {
  authUsers,
  bookClientAuth,
  bookClients,
  chatThreads,
  firms,
  profiles,
  replyAddresses,
} from '../../platform/db/schema/index.ts'
import { replyTokenHash } from '../../platform/mail/reply-address.ts'

/** A client to whom a reply address belongs, with their conversation. */
export type Recipient = Awaited<ReturnType<typeof recipients>>[number]

/** Selects the client of a reply address who has signed up, in a firm that may send mail. */
const recipients = ({ db }: Context, tokenHash: string) =>
  db
    .select({
      client_id: bookClients.id,
      /** In lower case. */
      email: bookClients.email,
      user_id: authUsers.id,
      firm_id: bookClients.firm_id,
      firm_name: firms.name,
      bookkeeper_id: bookClients.bookkeeper_id,
      time_zone: profiles.time_zone,
      thread_id: chatThreads.id,
    })
    .from(replyAddresses)
    .innerJoin(bookClients, eq(bookClients.id, replyAddresses.client_id))
    .innerJoin(firms, and(eq(firms.id, bookClients.firm_id), isNull(firms.awaiting_approval_since)))
    .innerJoin(bookClientAuth, and(eq(bookClientAuth.client_id, bookClients.id), eq(bookClientAuth.password_set, true)))
    .innerJoin(authUsers, eq(authUsers.id, bookClientAuth.auth_user_id))
    .innerJoin(profiles, eq(profiles.id, authUsers.id))
    .innerJoin(chatThreads, eq(chatThreads.client_id, bookClients.id))
    .where(and(eq(replyAddresses.token_hash, tokenHash), isNotNull(bookClientAuth.auth_user_id)))

/** Returns the client of a reply address; undefined for any other address. */
export async function recipientOf(ctx: Context, address: string): Promise<Recipient | undefined> {
  const hash = replyTokenHash(ctx.settings, address)
  return hash === undefined ? undefined : (await recipients(ctx, hash))[0]
}

/** Returns the context in which a client acts by mail. */
export const actingAs = (ctx: Context, { client_id, user_id, firm_id, time_zone }: Recipient): ClientContext => ({
  ...ctx,
  actor: { userId: user_id, role: 'client', firmId: firm_id, clientId: client_id, sessionId: '', timeZone: time_zone },
})
