import type { Profile } from '@portal/contract/auth'
import { Button } from '@portal/kit/button'
import { SelectField, TextField } from '@portal/kit/fields'
import { longDay } from '@portal/kit/time'
import { api, call, currentSession, isApiError, setSession, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ProfileFrame } from './profile-frame.tsx'
import { profileQuery } from './queries.ts'

/** The time zones that this browser knows, with the given one among them. */
function useTimeZones(own: string) {
  return useMemo(
    () =>
      [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
        .sort((a, b) => a.localeCompare(b))
        .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [own],
  )
}

/** Saves, and lets the rest of the page know the new name. */
function useSave() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (json: { name: string; company: string; time_zone: string }) => call(api.profile.$patch({ json })),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery.queryKey, saved)
      const session = currentSession()
      const { name, company, time_zone } = saved
      if (session) setSession({ ...session, user: { ...session.user, name, company, time_zone } }, 'refreshed')
      toastSuccess('Profile Updated', 'Your changes have been saved.')
    },
    onError: (error) => {
      if (!isApiError(error, 'invalid_input')) toastProblem(error, 'Failed to save profile')
    },
  })
}

function ProfileForm({ profile }: { profile: Profile }) {
  const [name, setName] = useState(profile.name)
  const [company, setCompany] = useState(profile.company ?? '')
  const [zone, setZone] = useState(profile.time_zone)
  const [missing, setMissing] = useState(false)
  const zones = useTimeZones(profile.time_zone)
  const save = useSave()
  const problem = (path: string): string | undefined => (isApiError(save.error) ? save.error.forField(path) : undefined)
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() !== '' && !save.isPending) save.mutate({ name, company, time_zone: zone })
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={setName}
          error={missing ? 'Please enter your name.' : problem('name')}
        />
        <TextField
          label="Email"
          type="email"
          value={profile.email}
          onChange={() => undefined}
          readOnly
          help="Your email cannot be changed."
        />
        <TextField
          label="Company"
          autoComplete="organization"
          maxLength={120}
          value={company}
          onChange={setCompany}
          error={problem('company')}
        />
        <SelectField
          label="Time Zone"
          value={zone}
          onChange={setZone}
          options={zones}
          error={problem('time_zone')}
          help="Due dates are judged by it."
        />
      </div>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={save.isPending} busyLabel="Saving...">
          Save Changes
        </Button>
      </div>
    </form>
  )
}

function MemberSince({ profile }: { profile: Profile }) {
  return <p className="text-base-content/70 text-sm">Member since {longDay(profile.member_since)}</p>
}

/** The bookkeeper's own page. */
export function ProfilePage() {
  return (
    <ProfileFrame subtitle="Manage your account" failure="Failed to load profile" UnderName={MemberSince}>
      {(profile) => <ProfileForm key={profile.id} profile={profile} />}
    </ProfileFrame>
  )
}
