import { idParam, textParam } from '@portal/kit/ui/search-params'
import type { WorkformFilter, WorkformTab } from '../queries/workforms.ts'

/** Tabs above the list. */
export const TABS: readonly { value: WorkformTab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'templates', label: 'Templates' },
  { value: 'client-forms', label: 'Client Forms' },
  { value: 'archived', label: 'Archived' },
]

/** Dialogs about a workform that the address can open; its preview without one of them. */
const ACTIONS = ['edit', 'assign'] as const

/** Search params of /workforms. */
export interface WorkformsSearch extends WorkformFilter {
  /** Id of the workform of the open dialog. */
  workform?: string | undefined
  action?: (typeof ACTIONS)[number] | undefined
  /** Whether the builder for a new workform is open. */
  create?: true | undefined
  /** Whether the dialog that assigns any workform is open. */
  assign?: true | undefined
}

/** Parses the search params of /workforms. Drops invalid and default values. */
export function readWorkformsSearch(search: Record<string, unknown>): WorkformsSearch {
  const q = textParam(search['q'])
  const tab = TABS.find(({ value }) => value === search['tab'] && value !== 'all')?.value
  const workform = idParam(search['workform'])
  const action = ACTIONS.find((a) => a === search['action'])
  return {
    ...(q ? { q } : {}),
    ...(tab ? { tab } : {}),
    ...(workform ? { workform } : {}),
    ...(workform && action ? { action } : {}),
    ...(search['create'] === true ? { create: true } : {}),
    ...(search['assign'] === true ? { assign: true } : {}),
  }
}
