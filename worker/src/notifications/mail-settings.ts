import { MAIL_KINDS, type MailKind } from '@portal/contract/mail-kinds'
import type { MailSetting, MailSettings } from '@portal/contract/mail-settings'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/append.ts'
import type { SignedIn } from '../context.ts'
import { AppError, found } from '../errors.ts'
import { publishToUser } from '../outbox/enqueue.ts'
import { switchMail } from '../mail/mail-switches.ts'

/** Returns a query for the actor's mail address and the kinds that are switched off. */
const readSwitches = ({ db, actor }: SignedIn) =>
  db.all<{
    address: string
    off: string
  }>(sql`SELECT a.address, (SELECT json_group_array(s.kind) FROM mail_switches s
    WHERE s.address = lower(a.address)) AS off
    FROM (${
      actor.role === 'client'
        ? sql`SELECT email AS address FROM book_clients WHERE id = ${actor.clientId ?? ''}`
        : sql`SELECT email AS address FROM profiles WHERE id = ${actor.userId}`
    }) a`)

const answer = (role: SignedIn['actor']['role'], off: readonly string[]): MailSettings => ({
  items: MAIL_KINDS[role].map((kind) => ({ kind, on: !off.includes(kind) })),
})

/** Returns the actor's mail settings. @throws AppError `not_found` when their client record no longer exists */
export async function getMailSettings(ctx: SignedIn): Promise<MailSettings> {
  const { off } = found((await readSwitches(ctx))[0])
  return answer(ctx.actor.role, JSON.parse(off) as string[])
}

/** Switches a kind of mail on or off. @throws AppError `not_found`, `invalid_input` for a kind of the other role */
export async function setMailSetting(ctx: SignedIn, { kind, on }: MailSetting): Promise<MailSettings> {
  const { role, userId, clientId } = ctx.actor
  const kinds: readonly MailKind[] = MAIL_KINDS[role]
  if (!kinds.includes(kind))
    throw new AppError('invalid_input', { errors: [{ path: 'kind', message: 'You do not get this kind of e-mail.' }] })
  const { address, off } = found((await readSwitches(ctx))[0])
  await switchMail(ctx, { address, kind }, on, [
    publishToUser(ctx, userId, 'account.changed', {}),
    audit(ctx, {
      action: 'account.mail_switched',
      subjectType: 'account',
      subjectId: userId,
      clientId,
      detail: { kind, on },
    }),
  ])
  const others = (JSON.parse(off) as string[]).filter((k) => k !== kind)
  return answer(role, on ? others : [...others, kind])
}
