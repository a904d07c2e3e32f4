import type { Profile } from '@portal/contract/auth'
import { SelectField } from '@portal/kit/ui/fields'
import { api, call, toastProblem } from '@portal/sdk'
import { useSaveProfile } from './queries.ts'
import { useTimeZones } from './time-zones.ts'

/** Shows the client's time zone, and saves a new choice immediately. */
export function ClientTimeZone({ profile }: { profile: Profile }) {
  const zones = useTimeZones(profile.time_zone)
  const save = useSaveProfile((time_zone: string) => call(api.profile['time-zone'].$put({ json: { time_zone } })))
  const onError = (error: Error): void => toastProblem(error, 'Failed to save profile')
  return (
    <SelectField
      label="Time Zone"
      value={save.isPending ? save.variables : profile.time_zone}
      onChange={(zone) => save.mutate(zone, { onError })}
      options={zones}
      help="Used for reminders and for the times in your emails."
    />
  )
}
