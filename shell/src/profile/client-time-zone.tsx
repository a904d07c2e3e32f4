import type { Profile } from '@portal/contract/auth'
import { api, call, toastProblem } from '@portal/sdk'
import { useSaveProfile } from './queries.ts'
import { TimeZoneField } from './time-zone-field.tsx'

/** Shows the client's time zone, and saves a new choice immediately. */
export function ClientTimeZone({ profile }: { profile: Profile }) {
  const save = useSaveProfile((time_zone: string) => call(api.profile['time-zone'].$put({ json: { time_zone } })))
  const onError = (error: Error): void => toastProblem(error, 'Failed to save profile')
  return (
    <TimeZoneField
      value={save.isPending ? save.variables : profile.time_zone}
      onChange={(zone) => save.mutate(zone, { onError })}
      help="Used for reminders and for the times in your emails."
    />
  )
}
