import type { PortalSection, PortalWorkform } from '@portal/contract/portal'
import { isLocked } from '@portal/contract/section-machine'

/** What a client is to do next, from the state of their sections. */

/** Whether it is the client's turn. */
export const isOpen = (section: PortalSection): boolean => !isLocked(section.status)

/** The section of a workform to go on with: first what came back, then in the order of the form. `after` is the one just left. */
export function nextSection({ sections }: Pick<PortalWorkform, 'sections'>, after?: string): PortalSection | undefined {
  const left = sections.findIndex((s) => s.assignment_id === after)
  const open = [...sections.slice(left + 1), ...sections.slice(0, left + 1)].filter(
    (s) => isOpen(s) && s.assignment_id !== after,
  )
  return open.find((s) => s.status === 'rejected') ?? open[0]
}

export interface Neighbours {
  before?: PortalSection
  after?: PortalSection
}

/** The open sections before and after one, in the order of the form. */
export function neighbours({ sections }: Pick<PortalWorkform, 'sections'>, id: string): Neighbours {
  const at = sections.findIndex((s) => s.assignment_id === id)
  const before = sections.slice(0, Math.max(at, 0)).findLast(isOpen)
  const after = sections.slice(at + 1).find(isOpen)
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}

const isUnfinished = ({ sections }: PortalWorkform): boolean => sections.some(isOpen)
const NEVER = '9999-12-31'

/** The workforms with something to do first, the most urgent on top; the rest as it came. */
export function byUrgency(items: readonly PortalWorkform[]): PortalWorkform[] {
  const due = (w: PortalWorkform): string => w.due_date ?? NEVER
  const unfinished = items.filter(isUnfinished).sort((a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : 0))
  return [...unfinished, ...items.filter((w) => !isUnfinished(w))]
}

/** `open`: there is something to do; `review`: all of it waits for the bookkeeper; `approved`: nothing is left for anybody. */
export type Standing = 'none' | 'open' | 'review' | 'approved'

/** How things stand altogether. */
export function standingOf(items: readonly PortalWorkform[]): Standing {
  const sections = items.flatMap((w) => w.sections)
  if (sections.length === 0) return 'none'
  if (sections.some(isOpen)) return 'open'
  return sections.every((s) => s.status === 'approved') ? 'approved' : 'review'
}
