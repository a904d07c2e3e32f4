import type { Decision, ReviewSection } from '@portal/contract/review'
import { eventOf, type SectionAction } from '@portal/contract/section-machine'
import { api, call, idempotent, isApiError, toastProblem, toastSuccess } from '@portal/sdk'

export type Action = SectionAction

/** The section to decide on, in the version that the bookkeeper has seen. */
export type SeenSection = Pick<ReviewSection, 'assignment_id' | 'section_name' | 'version' | 'submitted_at'>

/**
 * Sends a decision. `text` is the reason of a rejection or the notes of an approval; `key` makes it idempotent. Throws
 * `ApiError` 'stale' if the section has changed since it was seen.
 */
export function decide(action: Action, seen: SeenSection, text: string, key: string): Promise<Decision> {
  const { version } = seen
  const param = { id: seen.assignment_id }
  const section = api.sections[':id']
  if (action === 'approve')
    return call(section.approve.$post({ param, json: { version, notes: text || null } }, idempotent(key)))
  if (action === 'reject')
    return call(section.reject.$post({ param, json: { version, reason: text } }, idempotent(key)))
  return call(section.undo.$post({ param, json: { version } }, idempotent(key)))
}

const DONE: Record<ReturnType<typeof eventOf>, { title: string; message: (section: string) => string }> = {
  approve: { title: 'Section approved', message: (section) => `${section} has been approved.` },
  reject: { title: 'Section declined', message: (section) => `${section} has been declined and reopened for client` },
  undo: { title: 'Approval undone', message: (section) => `${section} has been moved back to submitted.` },
  reopen: { title: 'Approval undone', message: (section) => `${section} has been reopened for client` },
}

/** Shows a toast after a decision. */
export function toastDecision(action: Action, seen: SeenSection): void {
  const { title, message } = DONE[eventOf(action, seen)]
  toastSuccess(title, message(seen.section_name))
}

/** Returns whether an error means that the section has changed and should be reviewed again. */
export const isOutdated = (error: unknown): boolean =>
  isApiError(error, 'stale') || isApiError(error, 'section_locked') || isApiError(error, 'not_found')

/** Shows a toast if a decision failed, with the reason where it helps. */
export function toastDecisionError(error: unknown): void {
  if (isOutdated(error) || (isApiError(error) && error.status > 0 && error.status < 500)) toastProblem(error)
  else toastProblem(error, 'Error updating status', { message: 'Please try again later.' })
}
