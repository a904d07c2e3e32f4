import { api, call } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'
import { SUBMISSIONS_KEY } from '../submissions/queries.ts'

/** Loads the submissions of a section, newest first. Another version of the section may have more of them. */
export const attemptsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...SUBMISSIONS_KEY, 'attempts', id, version] as const,
    queryFn: ({ signal }) => call(api.sections[':id'].attempts.$get({ param: { id } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
  })
