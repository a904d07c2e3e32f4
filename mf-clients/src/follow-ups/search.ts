import { idParam } from '@portal/kit/ui/search-params'

/** Search params of /clients/follow-ups. */
export interface FollowUpsSearch {
  show?: 'past' | undefined
  /** Id of the client to filter by. */
  client?: string | undefined
}

/** Parses the search params of /clients/follow-ups. Invalid values are dropped. */
export function readFollowUpsSearch(search: Record<string, unknown>): FollowUpsSearch {
  const client = idParam(search['client'])
  return { ...(search['show'] === 'past' ? { show: 'past' } : {}), ...(client ? { client } : {}) }
}
