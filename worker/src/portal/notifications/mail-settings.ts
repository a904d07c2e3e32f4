import { MAIL_KINDS, type MailKind } from '@portal/contract/mail-kinds'
import type { MailSetting, MailSettings } from '@portal/contract/mail-settings'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../../platform/audit/append.ts'
import type { SignedIn } from '../../context.ts'
import { bookClients, mailSwitches, profiles } from '../../platform/db/schema/index.ts'
import { AppError, found } from '../../errors.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { switchMail } from '../../platform/mail/mail-switches.ts'

/** Returns the actor's mail address and the kinds that are switched off. @throws AppError `not_found` */
async function readSwitches({ db, actor }: SignedIn): Promise<{ address: string; off: MailKind[] }> {
  const table = actor.role === 'client' ? bookClients : profiles
  const rows = await db
    .select({ address: table.email, kind: mailSwitches.kind })
    .from(table)
    .leftJoin(mailSwitches, eq(mailSwitches.address, sql`lower(${table.email})`))
    .where(eq(table.id, actor.role === 'client' ? (actor.clientId ?? '') : actor.userId))
  return { address: found(rows[0]).address, off: rows.flatMap(({ kind }) => kind ?? []) }
}

const settingsOf = (role: SignedIn['actor']['role'], off: readonly MailKind[]): MailSettings => ({
  items: MAIL_KINDS[role].map((kind) => ({ kind, on: !off.includes(kind) })),
})

/** Returns the actor's mail settings. @throws AppError `not_found` when their client record no longer exists */
export async function getMailSettings(ctx: SignedIn): Promise<MailSettings> {
  const { off } = await readSwitches(ctx)
  return settingsOf(ctx.actor.role, off)
}

/** Switches a kind of mail on or off. @throws AppError `not_found`, `invalid_input` for a kind of the other role */
export async function setMailSetting(ctx: SignedIn, { kind, on }: MailSetting): Promise<MailSettings> {
  const { role, userId, clientId } = ctx.actor
  const kinds: readonly MailKind[] = MAIL_KINDS[role]
  if (!kinds.includes(kind))
    throw new AppError('invalid_input', { errors: [{ path: 'kind', message: 'You do not get this kind of email.' }] })
  const { address, off } = await readSwitches(ctx)
  await switchMail(ctx, { address, kinds: [kind] }, on, [
    publishToUser(ctx, userId, 'account.changed', {}),
    audit(ctx, {
      action: 'account.mail_switched',
      subjectType: 'account',
      subjectId: userId,
      clientId,
      detail: { kind, on },
    }),
  ])
  const others = off.filter((k) => k !== kind)
  return settingsOf(role, on ? others : [...others, kind])
}
