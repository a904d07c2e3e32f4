import type { MailKind } from '@portal/contract/mail-kinds'
import type { MailLinkState } from '@portal/contract/mail-settings'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import { actorOf } from '../auth/accounts.ts'
import type { Actor, Context } from '../../context.ts'
import { authUsers, bookClientAuth, bookClients, mailSwitches, profiles } from '../../platform/db/schema/index.ts'
import type { Step } from '../../platform/db/write.ts'
import { AppError } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { type UnsubscribeLink, readUnsubscribeLink, switchMail } from '../../platform/mail/mail-switches.ts'

function read({ settings }: Context, token: string): UnsubscribeLink {
  const link = readUnsubscribeLink([settings.AUTH_SECRET, settings.AUTH_SECRET_PREVIOUS], token)
  if (!link) throw new AppError('not_found', { title: 'Invalid Link', detail: 'This link is invalid.' })
  return link
}

/** The state of a link. Before contract 2.10.0 there was only one kind. */
const stateOf = ({ address, kinds }: UnsubscribeLink, on: boolean): MailLinkState => ({
  address,
  kind: kinds[0],
  kinds: [...kinds],
  on,
})

/** Returns the kinds of a link that are switched off. */
async function offKinds({ db }: Context, { address, kinds }: UnsubscribeLink): Promise<MailKind[]> {
  const off = await db
    .select({ kind: mailSwitches.kind })
    .from(mailSwitches)
    .where(and(eq(mailSwitches.address, address), inArray(mailSwitches.kind, [...kinds])))
  return off.map(({ kind }) => kind)
}

/**
 * Returns whether any of the mail that a link refers to is switched on.
 * @throws AppError `not_found` when the link is invalid
 */
export async function getMailLink(ctx: Context, token: string): Promise<MailLinkState> {
  const link = read(ctx, token)
  return stateOf(link, (await offKinds(ctx, link)).length < link.kinds.length)
}

/** Returns the recipients at an address: a bookkeeper, or a client with the records they have accepted. */
async function ownersOf({ db }: Context, address: string): Promise<Actor[]> {
  const [bookkeepers, clients] = await db.batch([
    db
      .select({ userId: profiles.id, firmId: profiles.firm_id })
      .from(authUsers)
      .innerJoin(profiles, eq(profiles.id, authUsers.id))
      .where(and(eq(authUsers.email, address), eq(profiles.role, 'bookkeeper'))),
    db
      .select({ userId: bookClientAuth.auth_user_id, firmId: bookClients.firm_id, clientId: bookClients.id })
      .from(bookClients)
      .innerJoin(bookClientAuth, eq(bookClientAuth.client_id, bookClients.id))
      .where(eq(bookClients.email, address)),
  ])
  return [
    ...bookkeepers.flatMap(({ userId, firmId }) =>
      firmId === null ? [] : [actorOf(userId, 'bookkeeper', firmId, null)],
    ),
    ...clients.flatMap(({ userId, firmId, clientId }) =>
      userId === null ? [] : [actorOf(userId, 'client', firmId, clientId)],
    ),
  ]
}

/**
 * Switches the mail that a link refers to on or off, without signing in. A repeat writes nothing.
 * @throws AppError `not_found`
 */
export async function followMailLink(ctx: Context, token: string, on: boolean): Promise<MailLinkState> {
  const link = read(ctx, token)
  const off = await offKinds(ctx, link)
  const [first, ...others] = link.kinds.filter((kind) => off.includes(kind) === on)
  if (!first) return stateOf(link, on)
  const changed: UnsubscribeLink = { ...link, kinds: [first, ...others] }
  const owners = await ownersOf(ctx, link.address)
  const steps = owners.flatMap((actor): Step[] => [
    publishToUser(ctx, actor.userId, 'account.changed', {}),
    ...changed.kinds.map((kind) =>
      audit(
        { actor },
        {
          action: 'account.mail_switched',
          subjectType: 'account',
          subjectId: actor.userId,
          clientId: actor.clientId,
          detail: { kind, on, by: 'link' },
        },
      ),
    ),
  ])
  await switchMail(ctx, changed, on, steps)
  return stateOf(link, on)
}
