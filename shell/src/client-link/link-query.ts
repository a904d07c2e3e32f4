import type { OneTapLink } from '@portal/contract/one-tap'
import { api, call, isApiError } from '@portal/sdk'
import { queryOptions } from '@tanstack/react-query'

/** Returns whether an error means that a link is unknown, expired, revoked or damaged. */
export const isInvalidLink = (error: unknown): boolean =>
  isApiError(error, 'invalid_link') || isApiError(error, 'invalid_input')

/** Loads the person and the client record that a link is for. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['one-tap-link', token],
    queryFn: ({ signal }): Promise<OneTapLink> =>
      call(api.auth['one-tap']['look-up'].$post({ json: { token } }, { init: { signal } })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, problem) => !isInvalidLink(problem) && failures < 2,
  })
