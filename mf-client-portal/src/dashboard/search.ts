import { SECTION_FILTERS, type SectionFilter } from '@portal/contract/section-machine'
import { idParam } from '@portal/kit/ui/search-params'

/** What the address of the dashboard says; no filter shows everything. */
export interface DashboardSearch {
  filter?: Exclude<SectionFilter, 'all'>
  /** The section that is open, by its assignment: a reload, the Back button and a new sign-in find it again. */
  section?: string
}

/** Reads the search parameters of an address; what makes no sense counts as absent. */
export function parseSearch({ filter, section: opened }: Record<string, unknown>): DashboardSearch {
  const section = idParam(opened)
  const known = SECTION_FILTERS.find((f) => f === filter)
  return {
    ...(known && known !== 'all' ? { filter: known } : {}),
    ...(section ? { section } : {}),
  }
}
