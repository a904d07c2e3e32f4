import { uuidv7 } from '../ids.ts'
import { composeMail } from '../mail/layout.ts'
import { mailOffUrl } from '../mail/mail-switches.ts'
import type { Mail } from '../outbox/enqueue.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import type { ClientState } from './client-state.ts'

/** The time, origin and secret for sending. */
export interface SendContext {
  now: Date
  /** Time for outbox rows. */
  queuedAt: Date
  origin: string
  /** Signs unsubscribe links. */
  secret: string
}

/** A follow-up with its mail. */
export interface OutgoingFollowUp {
  client: string
  revision: number
  planned: PlannedFollowUp
  message: string
  mail: Mail
}

/** Composes the mail of a follow-up: to the client, or to the bookkeeper for an escalation. */
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
      : { label: 'View follow-ups', url: `${origin}/clients/follow-ups?client=${client.client_id}` },
  })
  const signed = toClient
    ? { ...mail, unsubscribe, firmId: client.firm_id, bookkeeperId: client.bookkeeper_id }
    : { ...mail, unsubscribe }
  return { client: client.client_id, revision: client.revision, planned, message: uuidv7(), mail: signed }
}
