import type { Profile } from '@portal/contract/auth'
import { Avatar } from '@portal/kit/avatar'
import { Button } from '@portal/kit/button'
import { Card } from '@portal/kit/card'
import { SelectField, TextField } from '@portal/kit/fields'
import { Page, PageHeader } from '@portal/kit/page'
import { ErrorState, PageSkeleton } from '@portal/kit/states'
import { longDay } from '@portal/kit/time'
import { api, call, currentSession, isApiError, setSession, toastProblem, toastSuccess } from '@portal/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ChangePassword } from './change-password.tsx'
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

/** The bookkeeper's own page. */
export function ProfilePage() {
  const { data: profile, error, refetch, isFetching } = useQuery(profileQuery)
  if (!profile) {
    return (
      <Page width="narrow">
        {error ? (
          <ErrorState title="Failed to load profile" error={error} retrying={isFetching} onRetry={() => void refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    )
  }
  return (
    <Page width="narrow">
      <PageHeader title="Profile" subtitle="Manage your account" />
      <Card>
        <div className="mb-6 flex items-center gap-4">
          <Avatar name={profile.name || profile.email} size="lg" />
          <div className="min-w-0">
            <p className="truncate font-semibold">{profile.name || profile.email}</p>
            <p className="text-base-content/70 text-sm">Member since {longDay(profile.member_since)}</p>
          </div>
        </div>
        <ProfileForm key={profile.id} profile={profile} />
      </Card>
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div>
            <h2 className="font-semibold">Password</h2>
            <p className="mt-0.5 text-base-content/70 text-sm">Changing it signs out your other devices.</p>
          </div>
          <ChangePassword />
        </div>
      </Card>
    </Page>
  )
}
