import type { ClientFollowUps } from '@portal/contract/agent'

/** Returns the reason why nothing is planned. */
export function explainEmptyPlan({ mode, resumes, inactive, signed_up, held, assignments }: ClientFollowUps): string {
  if (inactive) return 'Nothing is sent to an inactive client.'
  if (mode === 'off') return 'Follow-ups are turned off for this client.'
  if (mode === 'paused' && !resumes) return 'Follow-ups are paused for this client.'
  if (held) return 'Nothing is sent until you release the reminders.'
  if (assignments.length === 0) return 'Nothing to follow up on: no workform is assigned.'
  if (assignments.some((a) => a.waits_for === 'client' && a.paused))
    return 'Follow-ups are paused for the open workforms.'
  if (assignments.some((a) => a.escalated && a.waits_for === 'client'))
    return `The agent has sent all its ${signed_up ? 'reminders' : 'invitations'} and notified you.`
  if (assignments.some((a) => a.waits_for === 'client' && a.open_questions?.length))
    return 'Nothing is sent until you answer the client’s questions in the chat.'
  if (!signed_up && assignments.some((a) => a.waits_for === 'client'))
    return 'Nothing is planned: this client has not been invited, or wants no reminders.'
  if (assignments.some((a) => a.waits_for === 'client'))
    return 'Nothing is planned: the preferences allow no reminder about what is open.'
  if (assignments.some((a) => a.waits_for === 'review'))
    return 'Nothing to follow up on: submitted sections wait for your review.'
  return 'Nothing to follow up on: everything is done.'
}
