import type { Delegations } from '@portal/contract/guests'
import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { PORTAL_KEY } from '../dashboard/queries.ts'

/** Loads the links with which other people fill in a section. */
export const delegationsQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: [...PORTAL_KEY, 'delegations', assignmentId] as const,
    queryFn: ({ signal }): Promise<Delegations> =>
      call(api.portal.sections[':id'].delegations.$get({ param: { id: assignmentId } }, { init: { signal } })),
  })
