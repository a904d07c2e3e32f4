import { sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Step } from '../../../platform/db/write.ts'
import { composeMail } from '../../../platform/mail/layout.ts'
import { unsubscribeUrl, wantsMail } from '../../../platform/mail/mail-switches.ts'
import { enqueueEach } from '../../../platform/outbox/enqueue.ts'

/** A client's decision on a request of a bookkeeper. */
type Decision = 'accepted' | 'declined' | 'address_confirmed' | 'address_refused'

const TEXTS: Record<Decision, { title: (name: string) => string; text: string }> = {
  accepted: {
    title: (name) => `${name} is now your client`,
    text: 'They accepted your request and can start on the workforms that you assign.',
  },
  declined: {
    title: (name) => `${name} declined your request`,
    text: 'They will get no more email from you, and you cannot assign workforms to them.',
  },
  address_confirmed: {
    title: (name) => `${name} has a new address`,
    text: 'They confirmed the change. From now on, they sign in with it and receive email there.',
  },
  address_refused: {
    title: (name) => `${name} refused to change their address`,
    text: 'They sign in and receive email as before.',
  },
}

interface DecidedRecord {
  id: string
  name: string
  bookkeeperEmail: string
}

/** Returns a step that mails a client's decision to the bookkeeper, unless they turned off this kind of mail. */
export function mailDecision(
  ctx: Pick<Context, 'now' | 'origin' | 'settings'>,
  record: DecidedRecord,
  decision: Decision,
): Step {
  const { id, name, bookkeeperEmail: to } = record
  const { title, text } = TEXTS[decision]
  const mail = composeMail({
    to,
    off: unsubscribeUrl(ctx.origin, ctx.settings.AUTH_SECRET, { address: to, kinds: ['follow_ups'] }),
    subject: title(name),
    lines: ['Hello,', text],
    action: { label: 'View client', url: `${ctx.origin}/clients?client=${id}` },
  })
  return enqueueEach(
    ctx,
    'mail',
    sql`SELECT ${`mail:${to}`} AS recipient, ${JSON.stringify(mail)} AS payload WHERE ${wantsMail('follow_ups', to)}`,
  )
}
