/** What the address of /clients/follow-ups says. */
export interface FollowUpsSearch {
  show?: 'past' | undefined
  /** Id of the client whose follow-ups alone are shown. */
  client?: string | undefined
}

/** Reads the search params of /clients/follow-ups. */
export const readFollowUpsSearch = (search: Record<string, unknown>): FollowUpsSearch => ({
  ...(search['show'] === 'past' ? { show: 'past' } : {}),
  ...(typeof search['client'] === 'string' ? { client: search['client'] } : {}),
})
