import { composeMail } from '../../platform/mail/layout.ts'
import { unsubscribeUrl } from '../../platform/mail/mail-switches.ts'
import type { PortalMail } from '../../platform/outbox/enqueue.ts'
import type { AgentClient } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import type { SendContext } from './send-steps.ts'

/** Composes the mail of an escalation or a question to the bookkeeper. */
export function composeFollowUp(
  { origin, settings }: Pick<SendContext, 'origin' | 'settings'>,
  { client_id, bookkeeper_email: to }: AgentClient,
  { subject, text }: Pick<PlannedFollowUp, 'subject' | 'text'>,
): PortalMail {
  return composeMail({
    to,
    allowLinks: true,
    off: unsubscribeUrl(origin, settings.AUTH_SECRET, { address: to, kinds: ['follow_ups'] }),
    subject,
    heading: subject,
    lines: text.split(/\n{2,}/),
    action: { label: 'View follow-ups', url: `${origin}/clients/follow-ups?client=${client_id}` },
  })
}
