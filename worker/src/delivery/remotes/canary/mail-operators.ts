import type { Context } from '../../../context.ts'
import type { Step } from '../../../db/write.ts'
import { composeMail, type MailContent } from '../../../mail/layout.ts'
import { sendMail } from '../../../outbox/enqueue.ts'

type Content = Pick<MailContent, 'subject' | 'lines' | 'note'>

/** Returns steps that mail all operators about the canary of a remote. */
export function mailOperators(ctx: Context, name: string, content: Content): Step[] {
  const action = { label: 'Open remotes', url: `${ctx.operatorOrigin}/remotes?name=${name}` }
  return ctx.settings.OPERATORS.map((to) => sendMail(ctx, composeMail({ ...content, to, allowLinks: true, action })))
}
