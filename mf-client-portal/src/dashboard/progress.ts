import type { PortalSection } from '@portal/contract/portal'
import { isLocked } from '@portal/contract/section-machine'

/** How far a client is with a workform: sections submitted or approved count as done (specification, section 9). */
export interface WorkformProgress {
  done: number
  total: number
  /** Rounded. */
  percent: number
}

/** Counts the sections that are done. */
export function progressOf(sections: readonly Pick<PortalSection, 'status'>[]): WorkformProgress {
  const done = sections.filter((s) => isLocked(s.status)).length
  const total = sections.length
  return { done, total, percent: total === 0 ? 0 : Math.round((done / total) * 100) }
}
