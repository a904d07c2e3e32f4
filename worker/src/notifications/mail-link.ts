import type { MailLinkState } from '@portal/contract/mail-settings'
import type { Role } from '@portal/contract/statuses'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import { actorOf } from '../auth/accounts.ts'
import type { Context } from '../context.ts'
import type { Step } from '../db/write.ts'
import { AppError } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { type MailOff, readMailOff, switchMail } from '../mail/mail-switches.ts'

interface Owner {
  userId: string
  firmId: string
  role: Role
  clientId: string | null
}

function read({ settings }: Context, token: string): MailOff {
  const link = readMailOff([settings.AUTH_SECRET, settings.AUTH_SECRET_PREVIOUS], token)
  if (!link) throw new AppError('not_found', { title: 'Invalid Link', detail: 'This link is invalid.' })
  return link
}

/**
 * Returns whether the mail that a link refers to is switched on.
 * @throws AppError `not_found` when the link is invalid
 */
export async function getMailLink(ctx: Context, token: string): Promise<MailLinkState> {
  const { address, kind } = read(ctx, token)
  const { off } = await ctx.db.get<{ off: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM mail_switches WHERE address = ${address} AND kind = ${kind}) AS off`,
  )
  return { address, kind, on: off === 0 }
}

/** Returns the recipients at an address: a bookkeeper, or a client with the records they have accepted. */
const ownersOf = (ctx: Context, address: string) =>
  ctx.db.all<Owner>(sql`
    SELECT p.id AS userId, p.firm_id AS firmId, 'bookkeeper' AS role, NULL AS clientId
      FROM auth_users u JOIN profiles p ON p.id = u.id
      WHERE u.email = ${address} AND p.role = 'bookkeeper' AND p.firm_id IS NOT NULL
    UNION ALL
    SELECT a.auth_user_id, c.firm_id, 'client', c.id FROM book_clients c
      JOIN book_client_auth a ON a.client_id = c.id AND a.auth_user_id IS NOT NULL WHERE c.email = ${address}`)

/**
 * Switches the mail that a link refers to on or off, without signing in. A repeat writes nothing.
 * @throws AppError `not_found`
 */
export async function followMailLink(ctx: Context, token: string, on: boolean): Promise<MailLinkState> {
  const link = read(ctx, token)
  const owners = await ownersOf(ctx, link.address)
  const steps = owners.flatMap((owner): Step[] => {
    const { userId, clientId, firmId, role } = owner
    const actor = actorOf(userId, role, firmId, clientId)
    const subject = { subjectType: 'account' as const, subjectId: userId }
    return [
      publishToUser(ctx, userId, 'account.changed', {}),
      audit(
        { actor },
        { action: 'account.mail_switched', ...subject, clientId, detail: { kind: link.kind, on, by: 'link' } },
      ),
    ]
  })
  await switchMail(ctx, link, on, steps)
  return { ...link, on }
}
