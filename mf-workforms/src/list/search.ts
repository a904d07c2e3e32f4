import { textParam } from '@portal/kit/ui/search-params'
import type { WorkformFilter, WorkformTab } from '../queries/workforms.ts'

/** Tabs above the list. */
export const TABS: readonly { value: WorkformTab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'templates', label: 'Templates' },
  { value: 'client-forms', label: 'Client Forms' },
]

/** Search params of /workforms. */
export type WorkformsSearch = WorkformFilter

/** Parses the search params of /workforms. Drops invalid and default values. */
export function readWorkformsSearch(search: Record<string, unknown>): WorkformsSearch {
  const q = textParam(search['q'])
  const tab = TABS.find(({ value }) => value === search['tab'] && value !== 'all')?.value
  return { ...(q ? { q } : {}), ...(tab ? { tab } : {}) }
}
