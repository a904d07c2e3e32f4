import { uuidv7 } from '../ids.ts'
import { composeMail } from '../mail/layout.ts'
import { mailOffUrl } from '../notifications/mail-switches.ts'
import type { Mail } from '../outbox/enqueue.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import type { ClientState } from './client-state.ts'

/** When it is, and where the portal is reached. */
export interface SendContext {
  now: Date
  /** By the outbox's clock. */
  queuedAt: Date
  origin: string
  /** Signs the links that switch mails off. */
  secret: string
}

/** A follow-up that is sent now. */
export interface OutgoingFollowUp {
  client: string
  revision: number
  planned: PlannedFollowUp
  message: string
  mail: Mail
}

/** A planned message as it goes out: to the client, or a word to the bookkeeper. */
export function composeFollowUp(
  { origin, secret }: SendContext,
  { client }: ClientState,
  planned: PlannedFollowUp,
): OutgoingFollowUp {
  const { subject, text, kind } = planned
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
      : { label: 'See the follow-ups', url: `${origin}/clients/follow-ups?client=${client.client_id}` },
  })
  const signed = toClient
    ? { ...mail, unsubscribe, firmId: client.firm_id, bookkeeperId: client.bookkeeper_id }
    : { ...mail, unsubscribe }
  return { client: client.client_id, revision: client.revision, planned, message: uuidv7(), mail: signed }
}
