import { isBlank } from '@portal/contract/text'
import { isMonth } from '@portal/contract/dates'
import { isObject } from '@portal/contract/is-object'
import {
  isMonthFocus,
  isSectionFocus,
  isSentBackFocus,
  SECTION_FILTERS,
  type SectionFilter,
  SUBMISSION_FOCUSES,
  type SubmissionFocus,
} from '@portal/contract/section-machine'
import {
  SUBMISSION_GROUPS,
  SUBMISSION_SORTS,
  type SubmissionGroupBy,
  type SubmissionSort,
} from '@portal/contract/submission-orders'
import { idParam, textParam } from '@portal/kit/ui/search-params'

/** Search parameters of the list; absent ones do not filter. */
export interface SubmissionsSearch {
  q?: string
  filter?: SectionFilter
  /** One of the figures on the dashboard. */
  only?: SubmissionFocus
  /** The month (yyyy-mm) of `only`. */
  month?: string
  /** The name of the section that `only` is about. */
  section?: string
  /** The id of the question whose answer was changed after a rejection. */
  question?: string
  /** The first month (yyyy-mm) of what was sent back. */
  since?: string
  sort?: SubmissionSort
  /** Groups the list under headings; without effect for one client or workform. */
  group?: SubmissionGroupBy
  /** Id of a workform. */
  workform?: string
  /** Id of a client. */
  client?: string
}

/** Parses search parameters. Invalid ones count as absent, so that an old bookmark still opens the list. */
export function parseSearch(raw: Record<string, unknown>): SubmissionsSearch {
  const q = textParam(raw['q']).trimStart()
  const filter = SECTION_FILTERS.find((f) => f === raw['filter'])
  const only = SUBMISSION_FOCUSES.find((o) => o === raw['only'])
  const month = textParam(raw['month'])
  const section = textParam(raw['section'])
  const question = textParam(raw['question'])
  const since = textParam(raw['since'])
  const sort = SUBMISSION_SORTS.find((s) => s === raw['sort'])
  const group = SUBMISSION_GROUPS.find((g) => g === raw['group'])
  return withFilter(
    {
      ...(q ? { q } : {}),
      ...(filter && filter !== 'all' ? { filter } : {}),
      ...(only ? { only } : {}),
      ...(isMonthFocus(only) && isMonth(month) ? { month } : {}),
      ...(isSectionFocus(only) && section ? { section } : {}),
      ...(only === 'corrected' && question ? { question } : {}),
      ...(isSentBackFocus(only) && isMonth(since) ? { since } : {}),
      ...(sort && sort !== 'newest' ? { sort } : {}),
      ...(group ? { group } : {}),
    },
    idParam(raw['workform']),
    idParam(raw['client']),
  )
}

/** Returns the filter in navigation state (`filterByWorkform`, `filterByClient`), or `undefined`. */
export function filterOfState(state: unknown): { workform?: string; client?: string } | undefined {
  if (!isObject(state)) return undefined
  const workform = idParam(state['filterByWorkform'])
  const client = idParam(state['filterByClient'])
  return workform || client ? withFilter({}, workform, client) : undefined
}

function withFilter<S extends SubmissionsSearch>(
  search: S,
  workform: string | undefined,
  client: string | undefined,
): S {
  return { ...search, ...(workform ? { workform } : {}), ...(client ? { client } : {}) }
}

/** Returns the parameters of the API for a list of the dashboard. */
export const focusOf = ({ only, month, section, question, since }: SubmissionsSearch) => ({
  ...(only ? { only } : {}),
  ...(month ? { month } : {}),
  ...(section ? { section } : {}),
  ...(question ? { question } : {}),
  ...(since ? { since } : {}),
})

/** Returns whether any filter is active. */
export function isFiltered({ q, filter, only, workform, client }: SubmissionsSearch): boolean {
  return Boolean(!isBlank(q ?? '') || only || workform || client || (filter && filter !== 'all'))
}

/** Returns how the list is grouped, if it is. */
export const groupingOf = ({ group, workform, client }: SubmissionsSearch): SubmissionGroupBy | undefined =>
  workform || client ? undefined : group
