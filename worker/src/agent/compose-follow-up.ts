import { clientUrl, PERSONAL_NOTE } from '../mail/client-links.ts'
import { composeMail } from '../mail/layout.ts'
import { mailOffUrl } from '../mail/mail-switches.ts'
import type { Mail } from '../outbox/enqueue.ts'
import type { AgentClient, SectionRow } from './client-state.ts'
import type { PlannedFollowUp } from './plan-follow-ups.ts'
import type { SendContext } from './send-steps.ts'
import { fixListText } from '../mail/fix-list.ts'
import { plainText } from './words/plain-text.ts'

const LABEL_MAX = 45

/** Returns the URL at which a client can say by when they will send a workform. */
const promiseUrl = (origin: string, { workform_id }: SectionRow): string =>
  clientUrl(origin, `/client-dashboard?promise=${workform_id}`)

/**
 * Composes the mail of a follow-up: to the client, or to the bookkeeper for an escalation.
 * @param section the section that the client has to fill in first
 * @param sections all sections that it is about; what the client has to fix in them is listed
 */
export function composeFollowUp(
  { origin, settings }: Pick<SendContext, 'origin' | 'settings'>,
  client: AgentClient,
  { subject, text, kind }: Pick<PlannedFollowUp, 'subject' | 'text' | 'kind'>,
  section: SectionRow | undefined,
  sections: readonly SectionRow[],
): Mail {
  const toClient = kind === 'message'
  const address = toClient ? client.email : client.bookkeeper_email
  const fixLists = sections.flatMap(({ section_name, to_fix }) =>
    to_fix.length > 0 ? [fixListText(section_name, to_fix)] : [],
  )
  const unsubscribe = mailOffUrl(origin, settings.AUTH_SECRET, {
    address,
    kinds: [toClient ? 'reminders' : 'follow_ups'],
  })
  const mail = composeMail({
    to: address,
    allowLinks: true,
    off: unsubscribe,
    subject,
    heading: subject,
    lines: [...text.split(/\n{2,}/), ...(toClient ? fixLists : [])],
    action: toClient
      ? section
        ? {
            label: `Open "${plainText(section.section_name, LABEL_MAX)}"`,
            url: clientUrl(origin, `/client-dashboard?section=${section.assignment_id}`),
          }
        : { label: 'Open the client portal', url: clientUrl(origin, '/client-dashboard') }
      : { label: 'View follow-ups', url: `${origin}/clients/follow-ups?client=${client.client_id}` },
    links:
      toClient && section
        ? [{ label: 'Need more time? Say when you will send it', url: promiseUrl(origin, section) }]
        : [],
    note: toClient ? PERSONAL_NOTE : undefined,
  })
  return toClient
    ? { ...mail, unsubscribe, firmId: client.firm_id, bookkeeperId: client.bookkeeper_id, clientId: client.client_id }
    : { ...mail, unsubscribe }
}
