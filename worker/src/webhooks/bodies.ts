import type { WebhookBody } from '@portal/contract/webhook-bodies'
import type { Context } from '../context.ts'
import type { WebhookMessage } from './queue.ts'

/** The bodies of events that are about one thing; those of many at once are made in SQL (`assignment-events.ts`). */

/** What stands for a bookkeeper without a name, and for one without a company. */
const NO_NAME = 'Bookkeeper'
const NO_COMPANY = 'Bookkeeping Practice'

interface Person {
  id: string
  name: string
  email: string
  phone: string | null
  company: string | null
}

const party = ({ id, name, email, phone, company }: Person) => ({ id, name, email, phone, company })

/** A client was created. `deadline`: when what they were assigned at once is due. */
export const clientOnboarding = (
  ctx: Pick<Context, 'origin'>,
  client: Person,
  bookkeeper: Person,
  deadline: string | null,
): WebhookBody<'client_onboarding'> => ({
  event: 'client_onboarding',
  client: { ...party(client), authLink: `${ctx.origin}/client-auth`, deadline },
  bookkeeper: { ...party(bookkeeper), name: bookkeeper.name || NO_NAME, company: bookkeeper.company || NO_COMPANY },
})

/** A section, and who fills it in. */
interface SectionOf {
  id: string
  client_id: string
  client_name: string
  client_email: string
  workform_id: string
  workform_name: string
  name: string
}

/** A section was submitted, approved or rejected: the call of send-workform-notification. */
export const sectionNotification = (
  event: 'submit' | 'approved' | 'reject',
  section: SectionOf,
  reason: string | null = null,
): WebhookMessage => ({
  clientId: section.client_id,
  body: {
    assignment_id: section.id,
    clientId: section.client_id,
    clientEmail: section.client_email,
    clientName: section.client_name,
    event,
    workformId: section.workform_id,
    workformName: section.workform_name,
    sectionName: section.name,
    rejectionReason: reason,
  },
})

/** A section was approved or rejected: the event log's entry. */
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
