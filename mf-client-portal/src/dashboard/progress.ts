import type { PortalSection } from '@portal/contract/client-portal'
import { isLocked } from '@portal/contract/section-machine'

/** A client's progress on a workform; submitted and approved sections count as done. */
export interface WorkformProgress {
  done: number
  total: number
  /** Rounded to a whole number. */
  percent: number
}

/** Returns the progress over these sections. */
export function progressOf(sections: readonly Pick<PortalSection, 'status'>[]): WorkformProgress {
  const done = sections.filter((s) => isLocked(s.status)).length
  const total = sections.length
  return { done, total, percent: total === 0 ? 0 : Math.round((done / total) * 100) }
}
