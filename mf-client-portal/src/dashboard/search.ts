import { SECTION_FILTERS, type SectionFilter } from '@portal/contract/section-machine'

/** What the address of the dashboard says; no filter shows everything. */
export interface DashboardSearch {
  filter?: Exclude<SectionFilter, 'all'>
}

/** Reads the search parameters of an address; what makes no sense counts as absent. */
export function parseSearch(raw: Record<string, unknown>): DashboardSearch {
  const filter = SECTION_FILTERS.find((f) => f === raw['filter'])
  return filter && filter !== 'all' ? { filter } : {}
}
