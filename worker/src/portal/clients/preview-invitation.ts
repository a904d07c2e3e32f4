import type { InvitationPreview, PreviewInvitation } from '@portal/contract/clients'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { invitationMail } from '../auth/invitations/invite.ts'
import type { BookkeeperContext } from '../../context.ts'
import { firms } from '../../platform/db/schema/index.ts'
import { found } from '../../errors.ts'
import { DEV_FROM, formatMailbox, senderOf } from '../../platform/mail/sender.ts'
import { assignableWorkform, bookkeeperOf } from '../sections/assignable.ts'
import { resolveStarter } from '../workforms/resolve-starter.ts'
import { invitedWorkform } from './first-assignment.ts'

/** Returns the invitation that creating a client would send. The link has no valid token. */
export async function previewInvitation(
  ctx: BookkeeperContext,
  { name, assignments, personal_line: personalLine }: z.output<typeof PreviewInvitation>,
): Promise<InvitationPreview> {
  const [[bookkeeperRow], [firm], ...rows] = await ctx.db.batch([
    bookkeeperOf(ctx),
    ctx.db
      .select({ name: firms.name, sender_name: firms.sender_name })
      .from(firms)
      .where(eq(firms.id, ctx.actor.firmId)),
    ...assignments.map(({ workform_id }) => assignableWorkform(ctx, workform_id)),
  ])
  const bookkeeper = found(bookkeeperRow)
  const workforms = assignments.map((a, i) =>
    invitedWorkform(resolveStarter(ctx, a.workform_id, rows[i]?.[0]).workform, a),
  )
  const mail = invitationMail(
    ctx,
    {
      email: '',
      name,
      invitedBy: bookkeeper.name,
      firm: bookkeeper.company,
      oneTap: bookkeeper.oneTap,
      inviter: ctx.actor,
      workforms,
      personalLine,
    },
    'preview',
  )
  const fromName = firm?.sender_name ?? firm?.name
  const from = formatMailbox(senderOf({ fromName }, ctx.settings.MAIL_FROM || DEV_FROM))
  return { from, subject: mail.subject, text: mail.text, html: mail.html }
}
