import { SECTION_FILTERS, type SectionFilter } from '@portal/contract/section-machine'

/** What the address of the dashboard says; no filter shows everything. */
export interface DashboardSearch {
  filter?: Exclude<SectionFilter, 'all'>
  /** The section that is open, by its assignment: a reload, the Back button and a new sign-in find it again. */
  section?: string
}

const ID = /^[0-9a-f-]{36}$/

/** Reads the search parameters of an address; what makes no sense counts as absent. */
export function parseSearch({ filter, section }: Record<string, unknown>): DashboardSearch {
  const known = SECTION_FILTERS.find((f) => f === filter)
  return {
    ...(known && known !== 'all' ? { filter: known } : {}),
    ...(typeof section === 'string' && ID.test(section) ? { section } : {}),
  }
}
