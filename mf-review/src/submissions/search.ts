import { isObject } from '@portal/contract/is-object'
import {
  SECTION_FILTERS,
  type SectionFilter,
  SUBMISSION_FOCUSES,
  type SubmissionFocus,
} from '@portal/contract/section-machine'
import { idParam, textParam } from '@portal/kit/ui/search-params'

/** Search parameters of the list; absent ones do not filter. */
export interface SubmissionsSearch {
  q?: string
  filter?: SectionFilter
  /** One of the figures on the dashboard. */
  only?: SubmissionFocus
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
  return withFilter(
    { ...(q ? { q } : {}), ...(filter && filter !== 'all' ? { filter } : {}), ...(only ? { only } : {}) },
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

/** Returns whether any filter is active. */
export function isFiltered({ q, filter, only, workform, client }: SubmissionsSearch): boolean {
  return Boolean(q?.trim() || only || workform || client || (filter && filter !== 'all'))
}
