import type { Context } from '../../../context.ts'
import type { Step } from '../../../db/write.ts'
import { composeMail, type MailContent } from '../../../mail/layout.ts'
import { sendMail } from '../../../outbox/enqueue.ts'
import type { RunningCanary } from './running-canaries.ts'

type Content = Pick<MailContent, 'subject' | 'lines' | 'note'>

type Canary = Pick<RunningCanary, 'name' | 'version' | 'message' | 'author'>

/** Returns what the publisher says about a version: "1.4.0 is “Fix totals” by Ana Lima." */
function titleOf({ version, message, author }: Canary): string[] {
  const title = [message && `“${message}”`, author && `by ${author}`].filter(Boolean).join(' ')
  return title ? [`${version} is ${title}.`] : []
}

/** Returns steps that mail all operators about the canary of a remote. */
export function mailOperators(ctx: Context, canary: Canary, { lines, ...content }: Content): Step[] {
  const action = { label: 'Open remotes', url: `${ctx.operatorOrigin}/remotes?name=${canary.name}` }
  const mail = { ...content, lines: [...titleOf(canary), ...lines], allowLinks: true, action }
  return ctx.settings.OPERATORS.map((to) => sendMail(ctx, composeMail({ ...mail, to })))
}
