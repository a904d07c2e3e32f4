import { composeMail } from '../mail/layout.ts'
import { mailOffUrl } from '../mail/mail-switches.ts'
import type { Mail } from '../outbox/enqueue.ts'
import type { AgentClient } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'

/** Composes the mail of a follow-up: to the client, or to the bookkeeper for an escalation. */
export function composeFollowUp(
  { origin, secret }: { origin: string; secret: string },
  client: AgentClient,
  { subject, text, kind }: PlannedFollowUp,
): Mail {
  const toClient = kind === 'message'
  const address = toClient ? client.email : client.bookkeeper_email
  const unsubscribe = mailOffUrl(origin, secret, { address, kind: toClient ? 'reminders' : 'follow_ups' })
  const mail = composeMail({
    to: address,
    off: unsubscribe,
    subject,
    heading: subject,
    lines: text.split(/\n{2,}/),
    action: toClient
      ? { label: 'Open the client portal', url: `${origin}/client-auth` }
      : { label: 'View follow-ups', url: `${origin}/clients/follow-ups?client=${client.client_id}` },
  })
  return toClient
    ? { ...mail, unsubscribe, firmId: client.firm_id, bookkeeperId: client.bookkeeper_id }
    : { ...mail, unsubscribe }
}
