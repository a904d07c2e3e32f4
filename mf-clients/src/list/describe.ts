import type { ListedClient } from '@portal/contract/clients'
import { relativeDue } from '@portal/contract/dates'
import { dayAgo } from '@portal/kit/ui/time'

/** Says in words what the list shows about a client's work. */

type Sections = Pick<ListedClient, 'sections' | 'sections_done' | 'sections_waiting'>

/** Returns whose turn it is. The bookkeeper comes first, because only they can do something about it. */
export function describeTurn({ sections, sections_done, sections_waiting }: Sections): string {
  if (sections_waiting > 0) return 'Your turn'
  if (sections === 0) return 'No workforms'
  return sections_done < sections ? 'Client’s turn' : 'All approved'
}

/** Returns the next due date relative to today, and whether it has passed. */
export function describeDue(due: string | null, today: string): { text: string; isOverdue: boolean } | undefined {
  return due === null ? undefined : { text: relativeDue(due, today), isOverdue: due < today }
}

/** Returns the day on which the client was last active, short enough for a column. */
export function describeActivity(
  { last_activity_at, password_set }: Pick<ListedClient, 'last_activity_at' | 'password_set'>,
  now: number = Date.now(),
): string {
  if (last_activity_at) return `Active ${dayAgo(last_activity_at, now)}`
  return password_set ? 'Not active yet' : 'Not signed up'
}
