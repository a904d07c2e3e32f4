import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { remotePeople } from '../../../platform/db/schema/index.ts'
import type { Step } from '../../../platform/db/write.ts'
import { composeMail, type MailContent } from '../../../platform/mail/layout.ts'
import { withoutLinks } from '../../../platform/mail/without-links.ts'
import { enqueueEach } from '../../../platform/outbox/enqueue.ts'
import type { RunningCanary } from './running-canaries.ts'

type Content = Pick<MailContent, 'subject' | 'lines' | 'note'>

type Canary = Pick<RunningCanary, 'name' | 'version' | 'message' | 'author'>

/** Returns what the publisher says about a version, without its links: "“Fix totals”, Ana Lima (1.4.0)". */
function titleOf({ version, message, author }: Canary): string[] {
  const title = [message && `“${message}”`, author].filter(Boolean).join(', ')
  return title ? [`${withoutLinks(title)} (${version})`] : []
}

/** Returns a step that mails all operators and the team of a remote about its canary, each address once. */
export function mailAboutCanary(ctx: Context, canary: Canary, { lines, ...content }: Content): Step {
  const { name } = canary
  const action = { label: 'Open remotes', url: `${ctx.operatorOrigin}/remotes?name=${name}` }
  const mail = composeMail({ ...content, to: '', lines: [...titleOf(canary), ...lines], allowLinks: true, action })
  return enqueueEach(
    ctx,
    'mail',
    sql`SELECT 'mail:' || email AS recipient, json_set(${JSON.stringify(mail)}, '$.to', email) AS payload FROM (
        SELECT value AS email FROM json_each(${JSON.stringify(ctx.settings.OPERATORS)})
        UNION SELECT email FROM ${remotePeople} WHERE ${remotePeople.name} = ${name})`,
  )
}
