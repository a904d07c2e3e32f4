import type { AnswerToFix } from '@portal/contract/answer-review'
import type { Decision, ReviewSection } from '@portal/contract/review'
import { type DecisionEvent, eventOf, type SectionAction } from '@portal/contract/section-machine'
import {
  api,
  call,
  idempotent,
  isApiError,
  newIdempotencyKey,
  toastProblem,
  toastSuccess,
  toastUndo,
} from '@portal/sdk'

export type Action = Exclude<SectionAction, 'send_back'>

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

/**
 * Undoes several approvals, each on its own. Those that have changed meanwhile stay as they are.
 * @throws the first error, after all have been tried; about changed ones only when nothing was undone
 */
export async function undoApprovals(
  approved: readonly Pick<SeenSection, 'assignment_id' | 'version'>[],
): Promise<void> {
  const errors: unknown[] = []
  for (const { assignment_id: id, version } of approved) {
    const json = { version }
    await call(api.sections[':id'].undo.$post({ param: { id }, json }, idempotent(newIdempotencyKey()))).catch(
      (error: unknown) => errors.push(error),
    )
  }
  const problem = errors.find((error) => !isOutdated(error))
  if (problem !== undefined) throw problem
  if (errors.length > 0 && errors.length === approved.length) throw errors[0]
}

/** Sends single answers back; the others are kept. Throws `ApiError` 'stale' like `decide`. */
export function sendBack(seen: SeenSection, flagged: readonly AnswerToFix[], key: string): Promise<Decision> {
  const flags = flagged.map(({ field_id, flag }) => ({ field_id, flag }))
  const param = { id: seen.assignment_id }
  return call(
    api.sections[':id']['send-back'].$post({ param, json: { version: seen.version, flags } }, idempotent(key)),
  )
}

const DONE: Record<DecisionEvent, { title: string; message: (section: string) => string }> = {
  approve: { title: 'Section approved', message: (section) => `${section} has been approved.` },
  reject: { title: 'Section declined', message: (section) => `${section} has been rejected and reopened for client` },
  send_back: { title: 'Answers sent back', message: (section) => `${section} has been reopened for the client` },
  undo: { title: 'Approval undone', message: (section) => `${section} has been moved back to submitted.` },
  reopen: { title: 'Approval undone', message: (section) => `${section} has been reopened for the client` },
}

/** Shows a toast after a decision. An approval can be undone there. @param onUndone refreshes the section */
export function toastDecision(
  action: SectionAction,
  seen: SeenSection,
  { version }: Decision,
  onUndone: () => void,
): void {
  const { title, message } = DONE[eventOf(action, seen)]
  const text = message(seen.section_name)
  const { assignment_id } = seen
  const about = `decision ${assignment_id}`
  if (action !== 'approve') return toastSuccess(title, text, about)
  toastUndo(title, () => undoApprovals([{ assignment_id, version }]).finally(onUndone), text, about)
}

/** Returns whether an error means that the section has changed and should be reviewed again. */
export const isOutdated = (error: unknown): boolean =>
  isApiError(error, 'stale') || isApiError(error, 'section_locked') || isApiError(error, 'not_found')

/** Shows a toast if a decision failed, with the reason where it helps. */
export function toastDecisionError(error: unknown): void {
  if (isOutdated(error) || (isApiError(error) && error.status > 0 && error.status < 500)) toastProblem(error)
  else toastProblem(error, 'Error updating status', { message: 'Please try again later.' })
}
