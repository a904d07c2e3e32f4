import type { Profile } from '@portal/contract/auth'
import { SelectField } from '@portal/kit/ui/fields'
import { api, call, currentSession, setSession, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profileQuery } from './queries.ts'
import { useTimeZones } from './time-zones.ts'

/** Shows the client's time zone, and saves a new choice immediately. */
export function ClientTimeZone({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const zones = useTimeZones(profile.time_zone)
  const save = useMutation({
    mutationFn: (time_zone: string) => call(api.profile['time-zone'].$put({ json: { time_zone } })),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery.queryKey, saved)
      const session = currentSession()
      if (session) setSession({ ...session, user: { ...session.user, time_zone: saved.time_zone } }, 'refreshed')
      toastSuccess('Profile Updated', 'Your changes have been saved.')
    },
    onError: (error) => toastProblem(error, 'Failed to save profile'),
  })
  return (
    <SelectField
      label="Time Zone"
      value={save.isPending ? save.variables : profile.time_zone}
      onChange={(zone) => save.mutate(zone)}
      options={zones}
      help="Used for reminders and for the times in your emails."
    />
  )
}
