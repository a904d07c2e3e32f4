import type { AnswerToFix } from '@portal/contract/answer-review'
import type { WebhookBody } from '@portal/contract/webhook-bodies'
import type { Context } from '../../context.ts'
import type { WebhookMessage } from './queue.ts'

/**
 * Webhook bodies of single events. The bodies of events for many sections are built in SQL
 * (`assignment-events.ts`).
 */

// Used for a bookkeeper without a name or company.
const DEFAULT_NAME = 'Bookkeeper'
const DEFAULT_COMPANY = 'Bookkeeping Practice'

interface Person {
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
}

const party = ({ id, name, email, phone, company }: Person) => ({ id, name, email, phone, company })

/** Returns the body for a new client. `deadline` is the due date of the workform assigned with the client. */
export const clientOnboarding = (
  ctx: Pick<Context, 'origin'>,
  client: Person,
  bookkeeper: Person,
  deadline: string | null,
): WebhookBody<'client_onboarding'> => ({
  event: 'client_onboarding',
  client: { ...party(client), authLink: `${ctx.origin}/client-auth`, deadline },
  bookkeeper: {
    ...party(bookkeeper),
    name: bookkeeper.name || DEFAULT_NAME,
    company: bookkeeper.company || DEFAULT_COMPANY,
  },
})

/** A section with its client and workform. */
interface SectionOf {
  id: string
  client_id: string
  client_name: string
  client_email: string
  workform_id: string
  workform_name: string
  name: string
}

const notificationBody = <E extends string>(event: E, section: SectionOf, reason: string | null) => ({
  assignment_id: section.id,
  clientId: section.client_id,
  clientEmail: section.client_email,
  clientName: section.client_name,
  event,
  workformId: section.workform_id,
  workformName: section.workform_name,
  sectionName: section.name,
  rejectionReason: reason,
})

/** Returns the message for a submitted or approved section. */
export const sectionNotification = (event: 'submit' | 'approved', section: SectionOf): WebhookMessage => ({
  clientId: section.client_id,
  body: notificationBody(event, section, null),
})

/** Returns the message for a rejected section. `flags`: the answers sent back; none if all were rejected. */
export const rejectNotification = (
  section: SectionOf,
  reason: string | null,
  flags: readonly AnswerToFix[],
): WebhookMessage => ({
  clientId: section.client_id,
  body: {
    ...notificationBody('reject', section, reason),
    flaggedAnswers: flags.map(({ field_id, question, flag }) => ({ fieldId: field_id, question, ...flag })),
  },
})

/** Returns the `doc_approved` or `doc_rejected` message for a reviewed section. */
export function docDecision(ctx: Pick<Context, 'now'>, section: SectionOf, approved: boolean): WebhookMessage {
  const { id, client_id, workform_id, name, workform_name } = section
  const doc = {
    timestamp: ctx.now.toISOString(),
    assignment_id: id,
    client_id,
    workform_id,
    section_name: name,
    doc_name: workform_name,
  }
  const body: WebhookMessage['body'] = approved
    ? { event: 'doc_approved', ...doc, status: 'approved' }
    : { event: 'doc_rejected', ...doc, status: 'rejected' }
  return { clientId: client_id, body }
}
