import type { Context } from '../../context.ts'
import type { Step } from '../../db/write.ts'
import { composeMail } from '../../mail/layout.ts'
import { mailOffUrl, wantsMail } from '../../notifications/mail-switches.ts'
import { enqueueEach } from '../../outbox/enqueue.ts'

/** What a client decided on a request of their bookkeeper. */
type Decision = 'accepted' | 'declined' | 'address_confirmed' | 'address_refused'

const TOLD: Record<Decision, { title: (name: string) => string; line: string }> = {
  accepted: {
    title: (name) => `${name} is now your client`,
    line: 'They accepted your request and can start on what you assign.',
  },
  declined: {
    title: (name) => `${name} declined your request`,
    line: 'They do not want to become your client. They get no more mail from you, and you cannot assign workforms to them.',
  },
  address_confirmed: {
    title: (name) => `${name} has a new address`,
    line: 'They confirmed it: they sign in and get mail with it from now on.',
  },
  address_refused: {
    title: (name) => `${name} refused to change their address`,
    line: 'They sign in and get mail as before.',
  },
}

interface DecidedOn {
  id: string
  name: string
  bookkeeperEmail: string
}

/** A step that mails a decision of a client to the bookkeeper, unless they switched such mail off. */
export function mailDecision(
  ctx: Pick<Context, 'now' | 'origin' | 'settings'>,
  record: DecidedOn,
  decision: Decision,
): Step {
  const { id, name, bookkeeperEmail: to } = record
  const { title, line } = TOLD[decision]
  const unsubscribe = mailOffUrl(ctx.origin, ctx.settings.AUTH_SECRET, { address: to, kind: 'follow_ups' })
  const mail = composeMail({
    to,
    off: unsubscribe,
    subject: title(name),
    heading: title(name),
    lines: ['Hello,', line],
    action: { label: 'Look at the client', url: `${ctx.origin}/clients?client=${id}` },
  })
  return enqueueEach(ctx, 'mail', {
    sql: `SELECT 'mail:' || m.address AS recipient, m.payload FROM (SELECT ? AS address, ? AS payload) m WHERE ${wantsMail('follow_ups', 'm.address')}`,
    args: [to, JSON.stringify({ ...mail, unsubscribe })],
  })
}
