import { idParam } from '@portal/kit/ui/search-params'

/** What the address of /clients/follow-ups says. */
export interface FollowUpsSearch {
  show?: 'past' | undefined
  /** Id of the client whose follow-ups alone are shown. */
  client?: string | undefined
}

/** Reads the search params of /clients/follow-ups. */
export function readFollowUpsSearch(search: Record<string, unknown>): FollowUpsSearch {
  const client = idParam(search['client'])
  return { ...(search['show'] === 'past' ? { show: 'past' } : {}), ...(client ? { client } : {}) }
}
