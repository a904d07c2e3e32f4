import { firstInvitationSteps, invitationTexts } from '../auth/invitations/invite.ts'
import { voidInvitations } from '../auth/invitations/select-invitations.ts'
import type { Step } from '../../platform/db/write.ts'
import { unsubscribeUrl } from '../../platform/mail/mail-switches.ts'
import { publishToUser } from '../../platform/outbox/enqueue.ts'
import { dueDateOf } from './assignment-state.ts'
import type { AgentClient, ClientState } from './client-state.ts'
import type { PlannedAbout } from './plan-days.ts'
import type { SendContext } from './send-steps.ts'
import type { FollowUpText } from './words/template-text.ts'

/** What a new invitation is about. */
interface Invited {
  day: string
  about: readonly Pick<PlannedAbout, 'submission_id' | 'step'>[]
}

/** Returns the input of a new invitation, which names the open workforms. */
const inputOf = ({ client, assignments }: ClientState, { day, about }: Invited) => ({
  clientId: client.client_id,
  email: client.email,
  name: client.name,
  invitedBy: client.bookkeeper_name,
  firm: client.firm_name,
  oneTap: client.one_tap_links,
  reminder: Math.max(1, ...about.map((p) => p.step)),
  workforms: assignments
    .filter((a) => about.some((p) => p.submission_id === a.submission_id))
    .map((a) => ({ name: a.workform_name, dueDate: dueDateOf(a), isOverdue: (dueDateOf(a) ?? day) < day })),
})

/** Returns the text of a new invitation, without its links. */
export function invitationText(state: ClientState, planned: Invited): FollowUpText {
  const { subject, heading, lines } = invitationTexts(inputOf(state, planned))
  return { subject, text: [heading, ...lines].join('\n\n') }
}

const inviterOf = ({ bookkeeper_id, firm_id }: AgentClient) => ({ userId: bookkeeper_id, firmId: firm_id })

/** Returns the steps that send a new invitation within the limits of the firm and the address, and void older ones. */
export function inviteAgainSteps(at: SendContext, state: ClientState, planned: Invited): Step[] {
  const { client_id, bookkeeper_id } = state.client
  const ctx = { ...at, now: at.queuedAt }
  const off = unsubscribeUrl(at.origin, at.settings.AUTH_SECRET, { address: state.client.email, kinds: ['reminders'] })
  return [
    voidInvitations(ctx, [client_id]),
    ...firstInvitationSteps(ctx, inviterOf(state.client), [{ ...inputOf(state, planned), off }]),
    publishToUser(ctx, bookkeeper_id, 'client.changed', { client_id }),
  ]
}
