import type { PortalSection, PortalWorkform } from '@portal/contract/client-portal'
import { isLocked } from '@portal/contract/section-machine'

/** The order in which a client works on sections, derived from their state. */

/** Returns whether the client can work on the section. */
export const isOpen = (section: PortalSection): boolean => !isLocked(section.status)

/**
 * Returns the section to continue with: a rejected one first, then in the order of the form. `after` is the section
 * just left.
 */
export function nextSection({ sections }: Pick<PortalWorkform, 'sections'>, after?: string): PortalSection | undefined {
  const left = sections.findIndex((s) => s.assignment_id === after)
  const open = [...sections.slice(left + 1), ...sections.slice(0, left + 1)].filter(
    (s) => isOpen(s) && s.assignment_id !== after,
  )
  return open.find((s) => s.status === 'rejected') ?? open[0]
}

/** Returns the section to continue with after one of this workform, which may be in another workform. */
export function nextAfter(
  items: readonly PortalWorkform[],
  workform: PortalWorkform,
  after: string,
): PortalSection | undefined {
  const others = sortByUrgency(items).filter(({ workform_id }) => workform_id !== workform.workform_id)
  return nextSection(workform, after) ?? others.flatMap((other) => nextSection(other) ?? [])[0]
}

export interface Neighbors {
  before?: PortalSection
  after?: PortalSection
}

/** Returns the open sections before and after a section, in the order of the form. */
export function neighborsOf({ sections }: Pick<PortalWorkform, 'sections'>, id: string): Neighbors {
  const at = sections.findIndex((s) => s.assignment_id === id)
  const before = sections.slice(0, Math.max(at, 0)).findLast(isOpen)
  const after = sections.slice(at + 1).find(isOpen)
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

const isUnfinished = ({ sections }: PortalWorkform): boolean => sections.some(isOpen)
const NEVER = '9999-12-31'

/** Returns unfinished workforms first, by due date; the rest keep their order. */
export function sortByUrgency(items: readonly PortalWorkform[]): PortalWorkform[] {
  const due = (w: PortalWorkform): string => w.due_date ?? NEVER
  const unfinished = items.filter(isUnfinished).sort((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : 0))
  return [...unfinished, ...items.filter((w) => !isUnfinished(w))]
}

/**
 * `open`: the client has something to do. `review`: everything waits for the bookkeeper. `approved`: nothing is left to
 * do.
 */
export type OverallStatus = 'none' | 'open' | 'review' | 'approved'

/** Returns the status of all sections together. */
export function overallStatus(items: readonly PortalWorkform[]): OverallStatus {
  const sections = items.flatMap((w) => w.sections)
  if (sections.length === 0) return 'none'
  if (sections.some(isOpen)) return 'open'
  return sections.every((s) => s.status === 'approved') ? 'approved' : 'review'
}
