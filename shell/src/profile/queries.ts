import type { Profile } from '@portal/contract/auth'
import { api, call, currentSession, setSession, toastSuccess } from '@portal/sdk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The profile of the signed-in user. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }): Promise<Profile> => call(api.profile.$get({}, { init: { signal } })),
})

/** Saves the profile, and shows the result on the page and in the session. */
export function useSaveProfile<Change>(save: (change: Change) => Promise<Profile>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      client.setQueryData(profileQuery.queryKey, saved)
      const session = currentSession()
      const { name, company, time_zone } = saved
      if (session) setSession({ ...session, user: { ...session.user, name, company, time_zone } }, 'refreshed')
      toastSuccess('Profile Updated', 'Your changes have been saved.')
    },
  })
}
