import { addDays } from '@portal/contract/dates'
import type { WorkformSummary } from '@portal/contract/workforms'

type Defaults = Pick<WorkformSummary, 'due_days'>

/** Returns the default due date of a workform that is assigned today, or '' if it has none. */
export const defaultDueDate = (workform: Defaults | null | undefined, today: string): string =>
  workform?.due_days == null ? '' : addDays(today, workform.due_days)

/** Returns the due date after another workform was chosen: its default, unless a date was entered. */
export function dueDateAfterChoice(
  current: string,
  before: Defaults | null | undefined,
  next: Defaults | null | undefined,
  today: string,
): string {
  return current === '' || current === defaultDueDate(before, today) ? defaultDueDate(next, today) : current
}
