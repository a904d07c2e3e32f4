import type { Profile } from '@portal/contract/auth'
import { Button } from '@portal/kit/ui/button'
import { SelectField, TextField } from '@portal/kit/ui/fields'
import { RestoredNotice } from '@portal/kit/ui/unsaved'
import { usePageDraft } from '@portal/kit/features/drafts/use-draft'
import { longDay } from '@portal/kit/ui/time'
import { api, call, currentSession, isApiError, setSession, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProfileLayout } from './profile-layout.tsx'
import { profileQuery } from './queries.ts'
import { useTimeZones } from './time-zones.ts'

/** Saves the profile and updates the session with the new name. */
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
  const draft = usePageDraft('profile', {
    name: profile.name,
    company: profile.company ?? '',
    time_zone: profile.time_zone,
  })
  const { name, company, time_zone } = draft.value
  const [missing, setMissing] = useState(false)
  const zones = useTimeZones(profile.time_zone)
  const save = useSave()
  const problem = (path: string) => (isApiError(save.error) ? save.error.forField(path) : undefined)
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(name.trim() === '')
        if (name.trim() !== '' && !save.isPending) save.mutate(draft.value, { onSuccess: draft.discard })
      }}
    >
      <RestoredNotice {...draft} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={(next) => draft.set({ name: next })}
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
          onChange={(next) => draft.set({ company: next })}
          error={problem('company')}
        />
        <SelectField
          label="Time Zone"
          value={time_zone}
          onChange={(next) => draft.set({ time_zone: next })}
          options={zones}
          error={problem('time_zone')}
          help="Used for due dates."
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

/** The bookkeeper's profile. */
export function ProfilePage() {
  return (
    <ProfileLayout path="/profile" failure="Failed to load profile" UnderName={MemberSince}>
      {(profile) => <ProfileForm key={profile.id} profile={profile} />}
    </ProfileLayout>
  )
}
