import type { WorkformFilter, WorkformTab } from '../queries/workforms.ts'

/** The tabs over the list, with the specification's words. */
export const TABS: readonly { value: WorkformTab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'templates', label: 'Templates' },
  { value: 'client-forms', label: 'Client Forms' },
]

/** What the address of /workforms says. */
export type WorkformsSearch = WorkformFilter

/** The router reads `?q=2024` as a number. */
const text = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '').slice(0, 200)

/** Reads the search params of /workforms; what makes no sense, and what is the default, is left out. */
export function readWorkformsSearch(search: Record<string, unknown>): WorkformsSearch {
  const q = text(search['q'])
  const tab = TABS.find(({ value }) => value === search['tab'] && value !== 'all')?.value
  return { ...(q ? { q } : {}), ...(tab ? { tab } : {}) }
}
