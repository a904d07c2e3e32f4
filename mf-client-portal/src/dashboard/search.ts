import { SECTION_FILTERS, type SectionFilter } from '@portal/contract/section-machine'
import { idParam } from '@portal/kit/ui/search-params'

/** Search parameters of the dashboard; no filter shows everything. */
export interface DashboardSearch {
  filter?: Exclude<SectionFilter, 'all'>
  /** Assignment id of the open section, so that a reload, the Back button and a new sign-in return to it. */
  section?: string
  /** Opens the first section to fill in; the links of invitations have it. */
  begin?: true
  /** Workform id of the card that asks by when the client will send it; reminder mails link to it. */
  promise?: string
  /** Asks which question the files answer that another app has shared. */
  shared?: true
}

/** Parses search parameters; invalid ones count as absent. */
export function parseSearch({
  filter,
  section: opened,
  begin,
  promise: promised,
  shared,
}: Record<string, unknown>): DashboardSearch {
  const [section, promise] = [idParam(opened), idParam(promised)]
  const known = SECTION_FILTERS.find((f) => f === filter)
  return {
    ...(known && known !== 'all' ? { filter: known } : {}),
    ...(section ? { section } : {}),
    ...(begin === true ? { begin } : {}),
    ...(promise ? { promise } : {}),
    ...(shared === true ? { shared } : {}),
  }
}
